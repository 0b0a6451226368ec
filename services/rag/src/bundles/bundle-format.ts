import {
  idSchema as anyIdSchema,
  collectionSettingsSchema,
  createCollectionSchema,
  editPassageSchema,
  timestampSchema,
  toName,
  updateDocumentSchema,
} from '@lectern/contracts';
import { z } from 'zod';
import { cleanFileName } from '../documents/file-name.ts';

/**
 * A zip archive. First `bundle.json`, then `collections.jsonl` with parents before children,
 * `documents.jsonl`, and for each document with text `chunks/<document id>.jsonl` and, where the
 * index has all of its vectors, `vectors/<document id>.f32`: little-endian 32-bit floats, a row a
 * chunk that is not hidden. `edits/<document id>.jsonl` are the edits of its passages.
 * `blobs/<sha256>` are originals and parsed texts. At the end `manifest.json` names every other
 * member with its size and SHA-256.
 */
export const bundleFormat = 'lectern-bundle';
export const bundleVersion = 1;

export const members = {
  bundle: 'bundle.json',
  collections: 'collections.jsonl',
  documents: 'documents.jsonl',
  manifest: 'manifest.json',
  chunksOf: (documentId: string) => `chunks/${documentId}.jsonl`,
  editsOf: (documentId: string) => `edits/${documentId}.jsonl`,
  vectorsOf: (documentId: string) => `vectors/${documentId}.f32`,
  blobOf: (sha256: string) => `blobs/${sha256}`,
} as const;

/** One spelling of an id, so that two that differ are two for the database too. */
const idSchema = anyIdSchema.lowercase();
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** As the database stores it. */
const countSchema = z.int32().min(0);
const pageSchema = z.int32().nullable();
const maxMetadataLength = 100_000;
/** With the metadata that was read from the file, which has other limits than that of people. */
const metadataSchema = z
  .record(z.string().max(100), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .refine((metadata) => JSON.stringify(metadata).length <= maxMetadataLength);

export const bundleSchema = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  /** Version of the suite that exported it. */
  lectern: z.string(),
  exported_at: timestampSchema,
  /** Id of the exported collection. */
  root: idSchema,
  embedding: z.object({ model: z.string(), dimensions: countSchema.min(1) }),
  collections: z.int().min(1),
  documents: z.int().min(0),
});
export type BundleDescription = z.infer<typeof bundleSchema>;

export const bundledCollectionSchema = z.object({
  id: idSchema,
  /** Null for the exported collection. */
  parent_id: idSchema.nullable(),
  name: createCollectionSchema.shape.name,
  description: z.string().max(2000),
  settings: collectionSettingsSchema,
  created_at: timestampSchema,
});
export type BundledCollection = z.infer<typeof bundledCollectionSchema>;

/** A bundle may be forged, so names are cleaned as those of uploads are. */
const fileNameSchema = z.string().max(1000).overwrite(cleanFileName).nullable();
const mimeTypeSchema = z
  .string()
  .max(500)
  .regex(/^[\x20-\x7e]*$/)
  .nullable();

/** The parsed and chunked state that answers searches. */
const bundledRevisionSchema = z.object({
  id: idSchema,
  version: countSchema.min(1),
  sha256: sha256Schema,
  parsed_sha256: sha256Schema.nullable(),
  parser_version: z.string(),
  file_name: fileNameSchema,
  mime_type: mimeTypeSchema,
  chunk_count: countSchema,
});

export const bundledDocumentSchema = z.object({
  id: idSchema,
  collection_id: idSchema,
  title: z.string().max(1000).overwrite(toName),
  file_name: fileNameSchema,
  external_id: z.string().max(500).nullable(),
  url: updateDocumentSchema.shape.url.unwrap(),
  metadata: metadataSchema,
  file_metadata: metadataSchema,
  version: countSchema.min(1),
  mime_type: mimeTypeSchema,
  size: z.int().min(0),
  sha256: sha256Schema,
  page_count: pageSchema,
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  created_at: timestampSchema,
  /** Null while no version could be read. */
  revision: bundledRevisionSchema.nullable(),
});
export type BundledDocument = z.infer<typeof bundledDocumentSchema>;

export const bundledChunkSchema = z.object({
  text: z.string(),
  start: countSchema,
  end: countSchema,
  page: pageSchema,
  page_end: pageSchema,
  page_starts: z.array(z.int32()).nullable(),
  section: z.array(z.string()),
  sections: z
    .array(z.object({ start: countSchema, section: z.array(z.string()) }))
    .nullable()
    .default(null),
  token_count: countSchema,
  kind: z.string(),
  edit: z.object({ id: idSchema, isHidden: z.boolean() }).nullable().default(null),
});
export type BundledChunk = z.infer<typeof bundledChunkSchema>;

/** Without the persons, who are unknown at another site. */
export const bundledEditSchema = z.object({
  id: idSchema,
  original_text: z.string(),
  start_offset: countSchema,
  page: pageSchema,
  before_text: z.string().nullable(),
  text: editPassageSchema.shape.text,
  edited_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
  end_reason: z.enum(['replaced', 'undone']).nullable(),
});

export const manifestSchema = z.object({
  members: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: sha256Schema })),
});
export type Manifest = z.infer<typeof manifestSchema>;
