import { collectionSettingsSchema, idSchema, timestampSchema } from '@lectern/contracts';
import { z } from 'zod';

/**
 * A zip archive. First `bundle.json`, then `collections.jsonl` with parents before children,
 * `documents.jsonl`, and for each document with text `chunks/<document id>.jsonl` and, where the
 * index has all of its vectors, `vectors/<document id>.f32`: little-endian 32-bit floats, a row a
 * chunk. `blobs/<sha256>` are originals and parsed texts. At the end `manifest.json` names every
 * other member with its size and SHA-256.
 */
export const bundleFormat = 'lectern-bundle';
export const bundleVersion = 1;

export const members = {
  bundle: 'bundle.json',
  collections: 'collections.jsonl',
  documents: 'documents.jsonl',
  manifest: 'manifest.json',
  chunksOf: (documentId: string) => `chunks/${documentId}.jsonl`,
  vectorsOf: (documentId: string) => `vectors/${documentId}.f32`,
  blobOf: (sha256: string) => `blobs/${sha256}`,
} as const;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const textSchema = z.string().refine((text) => !text.includes('\0'));

export const bundleSchema = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  /** Version of the suite that exported it. */
  lectern: z.string(),
  exported_at: timestampSchema,
  /** Id of the exported collection. */
  root: idSchema,
  embedding: z.object({ model: z.string(), dimensions: z.int().min(1) }),
  collections: z.int().min(1),
  documents: z.int().min(0),
});
export type BundleDescription = z.infer<typeof bundleSchema>;

export const bundledCollectionSchema = z.object({
  id: idSchema,
  /** Null for the exported collection. */
  parent_id: idSchema.nullable(),
  name: textSchema.min(1).max(200),
  description: textSchema.max(2000),
  settings: collectionSettingsSchema,
  created_at: timestampSchema,
});
export type BundledCollection = z.infer<typeof bundledCollectionSchema>;

/** The parsed and chunked state that answers searches. */
const bundledRevisionSchema = z.object({
  id: idSchema,
  version: z.int().min(1),
  sha256: sha256Schema,
  parsed_sha256: sha256Schema.nullable(),
  parser_version: textSchema,
  file_name: textSchema.nullable(),
  mime_type: textSchema.nullable(),
  chunk_count: z.int().min(0),
});

export const bundledDocumentSchema = z.object({
  id: idSchema,
  collection_id: idSchema,
  title: textSchema,
  file_name: textSchema.nullable(),
  external_id: textSchema.nullable(),
  url: textSchema.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  file_metadata: z.record(z.string(), z.unknown()),
  version: z.int().min(1),
  mime_type: textSchema.nullable(),
  size: z.int().min(0),
  sha256: sha256Schema,
  page_count: z.int().nullable(),
  warnings: z.array(z.object({ code: textSchema, message: textSchema })),
  created_at: timestampSchema,
  /** Null while no version could be read. */
  revision: bundledRevisionSchema.nullable(),
});
export type BundledDocument = z.infer<typeof bundledDocumentSchema>;

export const bundledChunkSchema = z.object({
  text: textSchema,
  start: z.int().min(0),
  end: z.int().min(0),
  page: z.int().nullable(),
  page_end: z.int().nullable(),
  page_starts: z.array(z.int()).nullable(),
  section: z.array(textSchema),
  token_count: z.int().min(0),
  kind: textSchema,
});
export type BundledChunk = z.infer<typeof bundledChunkSchema>;

export const manifestSchema = z.object({
  members: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: sha256Schema })),
});
export type Manifest = z.infer<typeof manifestSchema>;
