import { z } from 'zod';
import { addressSchema } from './addresses.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { invisibleName, isVisible, toName } from './names.ts';
import {
  optionalQueryNumberSchema,
  pageQuerySchema,
  queryBooleanSchema,
  queryNumberSchema,
} from './query-values.ts';
import { warningSchema } from './warnings.ts';

export const documentStatusSchema = z.enum([
  'queued',
  'parsing',
  'indexing',
  'ready',
  'failed',
  'cancelled',
]);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** Reasons why a document could not be processed. */
export const failureCodeSchema = z.enum([
  'password_required',
  'unreadable',
  'no_text',
  'unsupported_format',
  'too_large',
  'time_limit',
  'memory_limit',
  'internal',
]);
export type FailureCode = z.infer<typeof failureCodeSchema>;

export const metadataValueSchema = z.union([
  z.string().max(2000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).max(100),
]);
export const metadataSchema = z
  .record(z.string().min(1).max(100), metadataValueSchema)
  .refine((metadata) => Object.keys(metadata).length <= 100, 'at most 100 fields');
export type Metadata = z.infer<typeof metadataSchema>;

/** Bounded, since each result of a search has the metadata of its document. */
const maxMetadataLength = 32_000;
const writtenMetadataSchema = metadataSchema.refine(
  (metadata) => JSON.stringify(metadata).length <= maxMetadataLength,
  `at most ${maxMetadataLength} characters as JSON`,
);

export const documentSchema = z.object({
  id: idSchema,
  collection_id: idSchema,
  title: z.string(),
  file_name: z.string().nullable(),
  external_id: z.string().nullable(),
  url: z.string().nullable(),
  mime_type: z.string().nullable(),
  /** Size of the original in bytes. */
  size: z.number().int(),
  sha256: z.string(),
  status: documentStatusSchema,
  progress: z.object({ stage: z.string(), done: z.number().int(), total: z.number().int() }),
  error: z.object({ code: failureCodeSchema, message: z.string() }).nullable(),
  warnings: z.array(warningSchema),
  /** Incremented with each new content. */
  version: z.number().int(),
  page_count: z.number().int().nullable(),
  chunk_count: z.number().int(),
  metadata: metadataSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Document = z.infer<typeof documentSchema>;

export const documentListQuerySchema = pageQuerySchema.extend({
  collection_id: idSchema.optional(),
  include_children: queryBooleanSchema.default(true),
  status: documentStatusSchema.optional(),
  /** True lists the ready documents that an earlier version of the parser read. */
  outdated: queryBooleanSchema.optional(),
  /** Part of a title, file name or external id. */
  query: z.string().trim().max(200).optional(),
});
export type DocumentListQuery = z.infer<typeof documentListQuerySchema>;

export const documentListSchema = z.object({
  documents: z.array(documentSchema),
  next_cursor: z.string().nullable(),
});
export type DocumentList = z.infer<typeof documentListSchema>;

/** Maximum characters of a text document. */
export const maxTextDocumentLength = 5_000_000;

/** A title has one line: further lines could pass for other content. */
const titleSchema = z
  .string()
  .refine((title) => title.trim() === '' || isVisible(title), invisibleName)
  .overwrite(toName)
  .max(1000);

export const textDocumentSchema = z.strictObject({
  external_id: z.string().trim().min(1).max(500),
  title: titleSchema.default(''),
  text: z.string().max(maxTextDocumentLength),
  /** Address of the original. */
  url: addressSchema().optional(),
  metadata: writtenMetadataSchema.optional(),
  /** Default: plain text. The content may tell another type. */
  mime_type: z.enum(['text/plain', 'text/markdown']).optional(),
});
export type TextDocument = z.infer<typeof textDocumentSchema>;

export const addTextDocumentsSchema = z.strictObject({
  documents: z.array(textDocumentSchema).min(1).max(500),
});
export type AddTextDocuments = z.input<typeof addTextDocumentsSchema>;

export const addPageSchema = z.strictObject({ url: addressSchema() });
export type AddPage = z.infer<typeof addPageSchema>;

/** One entry per file, in the order sent. A rejected file has `error` and no `id`. */
export const acceptedDocumentSchema = z.object({
  id: idSchema.optional(),
  status: documentStatusSchema.optional(),
  title: z.string(),
  file_name: z.string().nullable(),
  duplicate: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type AcceptedDocument = z.infer<typeof acceptedDocumentSchema>;

export const acceptedDocumentsSchema = z.object({ documents: z.array(acceptedDocumentSchema) });
export type AcceptedDocuments = z.infer<typeof acceptedDocumentsSchema>;

export const updateDocumentSchema = z.strictObject({
  title: titleSchema.min(1).optional(),
  url: addressSchema().nullable().optional(),
  metadata: writtenMetadataSchema.optional(),
  collection_id: idSchema.optional(),
});
export type UpdateDocument = z.infer<typeof updateDocumentSchema>;

/** Processes a document again; an encrypted one with its password. */
export const retryDocumentSchema = z.strictObject({
  password: z.string().min(1).max(1000).optional(),
});
export type RetryDocument = z.infer<typeof retryDocumentSchema>;

/** Offsets are code points of the whole parsed text. `end` is exclusive. */
const spanSchema = z.object({ start: z.number().int(), end: z.number().int() });

/** A part of a text: a page, a section, or from `start` on. */
export const documentTextQuerySchema = z
  .object({
    /** Page number, from 1. */
    page: optionalQueryNumberSchema({ min: 1, max: 10_000_000 }),
    /** A heading or a part of one. */
    section: z.string().min(1).max(500).optional(),
    /** Offset of the first code point. */
    start: optionalQueryNumberSchema({ min: 0, max: 1_000_000_000 }),
    /** Maximum code points; a part has 50,000 by default. */
    max_characters: optionalQueryNumberSchema({ min: 1, max: 100_000 }),
    /** Adds the tables of a part; a whole text always has them. */
    tables: queryBooleanSchema.optional(),
    /** Adds the places of recognised words to the pages of a part. */
    words: queryBooleanSchema.optional(),
  })
  .refine(({ page, section }) => page === undefined || section === undefined, {
    path: ['section'],
    message: 'cannot be combined with page',
  });
export type DocumentTextQuery = z.output<typeof documentTextQuerySchema>;

/** Tables in reading order. A part has those of their rows that overlap it. */
const documentTablesSchema = z.array(
  spanSchema.extend({
    /** Names of the columns; empty where they are unknown. */
    columns: z.array(z.string()),
    /** Cells in the order of the columns; an empty one has equal ends or, at the end, is absent. */
    rows: z.array(z.object({ is_header: z.boolean(), cells: z.array(spanSchema) })),
  }),
);

/**
 * Place of a recognised word on its page as it is shown: the upper left corner and the size in
 * ten-thousandths of the page's width, and the angle in degrees clockwise around that corner.
 */
const placedWordSchema = spanSchema.extend({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  angle: z.number(),
});
export type PlacedWord = z.infer<typeof placedWordSchema>;

/** `start` is a code point offset in the whole parsed text. `page` is null without pages. */
export const documentTextSchema = z.object({
  pages: z.array(
    z.object({
      page: z.number().int().nullable(),
      text: z.string(),
      start: z.number().int(),
      /** Recognised words; absent on pages without. */
      words: z.array(placedWordSchema).optional(),
    }),
  ),
  /** Start of the rest; null at the end of the requested part. Absent for a whole text. */
  next_start: z.number().int().nullable().optional(),
  /** Absent for documents that an earlier version parsed. */
  tables: documentTablesSchema.optional(),
});
export type DocumentText = z.infer<typeof documentTextSchema>;

/** Chunks in reading order: from a cursor on, or around one of them. */
export const documentChunksQuerySchema = pageQuerySchema.extend({
  /** The chunk in the middle; `before` and `after` count its neighbours. */
  around: idSchema.optional(),
  before: queryNumberSchema({ min: 0, max: 20, otherwise: 2 }),
  after: queryNumberSchema({ min: 0, max: 20, otherwise: 2 }),
  /** Adds the tables of each chunk; a page has at most 100 chunks then. */
  tables: queryBooleanSchema.optional(),
  /** Adds the hidden chunks, which answer nothing. */
  hidden: queryBooleanSchema.optional(),
});
export type DocumentChunksQuery = z.output<typeof documentChunksQuerySchema>;

export const documentChunksSchema = z.object({
  chunks: z.array(
    z.object({
      id: idSchema,
      position: z.number().int(),
      text: z.string(),
      page: z.number().int().nullable(),
      section: z.string().nullable(),
      start: z.number().int(),
      end: z.number().int(),
      tables: documentTablesSchema.optional(),
      /** The text is a person's correction: other words stand from `start` to `end`. */
      corrected: z.literal(true).optional(),
      hidden: z.literal(true).optional(),
      /** The edit that corrected or hid it. */
      edit_id: idSchema.optional(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type DocumentChunks = z.infer<typeof documentChunksSchema>;

export const editPassageSchema = z.strictObject({
  /** The corrected text; null hides the passage from searches and answers. */
  text: z.string().trim().min(1).max(20_000).nullable(),
});
export type EditPassage = z.output<typeof editPassageSchema>;

export const passageEditSchema = z.object({
  id: idSchema,
  /** Null unless the edit is `applied`. */
  chunk_id: idSchema.nullable(),
  /** Place of the passage when it was edited. */
  page: z.number().int().nullable(),
  start: z.number().int(),
  /** Null if the passage was hidden. */
  before: z.string().nullable(),
  /** Null hides the passage. */
  after: z.string().nullable(),
  /** `lost`: no passage of the present text is the one that was edited. */
  state: z.enum(['applied', 'lost', 'replaced', 'undone']),
  /** Null for an edit that was imported with its document. */
  edited_by: z.string().nullable(),
  edited_at: timestampSchema,
  /** The person who replaced or undid it. */
  ended_by: z.string().nullable(),
  ended_at: timestampSchema.nullable(),
});
export type PassageEdit = z.infer<typeof passageEditSchema>;

/** Newest first. */
export const passageEditsSchema = z.object({
  edits: z.array(passageEditSchema),
  next_cursor: z.string().nullable(),
});
export type PassageEdits = z.infer<typeof passageEditsSchema>;

/** A page of headings; without `limit` and `cursor` all of them. */
export const documentOutlineQuerySchema = z.object({
  limit: optionalQueryNumberSchema({ min: 1, max: 500 }),
  cursor: z.string().max(1000).optional(),
});
export type DocumentOutlineQuery = z.output<typeof documentOutlineQuerySchema>;

export const documentOutlineSchema = z.object({
  outline: z.array(
    z.object({
      level: z.number().int(),
      title: z.string(),
      page: z.number().int().nullable(),
      start: z.number().int(),
    }),
  ),
  /** Absent with all headings. */
  next_cursor: z.string().nullable().optional(),
});
export type DocumentOutline = z.infer<typeof documentOutlineSchema>;

/** A stored version. Its bytes and rows are deleted when a newer one is ready. */
export const documentVersionSchema = z.object({
  version: z.number().int(),
  /**
   * Status of the newest; null for an earlier one, which is searchable until the newest is ready.
   */
  status: documentStatusSchema.nullable(),
  /** True for the version that is searched and shown. */
  answers: z.boolean(),
  file_name: z.string().nullable(),
  mime_type: z.string().nullable(),
  sha256: z.string(),
  /** Size in bytes; known for the newest only. */
  size: z.number().int().nullable(),
  /** Time and user of the upload; known for the first only. */
  added_at: timestampSchema.nullable(),
  added_by: z.string().nullable(),
  /** Time at which its text was parsed; null if it was never searchable. */
  read_at: timestampSchema.nullable(),
});
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** Newest first. */
export const documentVersionsSchema = z.object({ versions: z.array(documentVersionSchema) });
export type DocumentVersions = z.infer<typeof documentVersionsSchema>;

export const eventQuerySchema = z.object({ collection_id: idSchema.optional() });

/** Requests the caller's rights, between services. */
export const findReadableSchema = z.strictObject({
  document_ids: z.array(idSchema).max(10_000).default([]),
  collection_ids: z.array(idSchema).max(1_000).default([]),
});
export type FindReadable = z.output<typeof findReadableSchema>;
export const readableDocumentsSchema = z.object({
  document_ids: z.array(idSchema),
  collection_ids: z.array(idSchema).default([]),
});
