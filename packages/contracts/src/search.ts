import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { warningSchema } from './warnings.ts';

export const querySchema = z.string().trim().min(1).max(2000);

/**
 * Documents to search: those of the collections and the single ones, together; all if neither is
 * named.
 */
export const collectionFilterSchema = z.strictObject({
  collection_ids: z.array(idSchema).min(1).max(1000).optional(),
  document_ids: z.array(idSchema).min(1).max(1000).optional(),
  /** True to include collections below the named ones. */
  include_children: z.boolean().default(true),
});
export type CollectionFilter = z.infer<typeof collectionFilterSchema>;

const scalarSchema = z.union([z.string().max(2000), z.number(), z.boolean()]);
/** A metadata key has at most 100 characters; it may be prefixed with `metadata.`. */
const fieldSchema = z.string().min(1).max(109);

/**
 * A condition on a document. `field` is a member of documents (`title`, `file_name`, `version` and
 * so on), a key of its metadata, or `page` of the passage; `metadata.NAME` is always the key NAME
 * of its metadata. Texts are compared in composed characters (NFC). `ne` and `exists: false` match
 * documents without the field; any other condition on a field that no readable document has is
 * rejected.
 */
export const metadataConditionSchema = z.discriminatedUnion('op', [
  z.strictObject({ field: fieldSchema, op: z.enum(['eq', 'ne']), value: scalarSchema }),
  z.strictObject({
    field: fieldSchema,
    op: z.literal('in'),
    value: z.array(scalarSchema).min(1).max(500),
  }),
  z.strictObject({
    field: fieldSchema,
    op: z.enum(['gt', 'gte', 'lt', 'lte']),
    value: z.union([z.string().max(2000), z.number()]),
  }),
  z.strictObject({ field: fieldSchema, op: z.literal('exists'), value: z.boolean().default(true) }),
]);
export type MetadataCondition = z.infer<typeof metadataConditionSchema>;

/** All conditions must hold. */
export const metadataFilterSchema = z.array(metadataConditionSchema).max(20);
export type MetadataFilter = z.infer<typeof metadataFilterSchema>;

export const searchModeSchema = z.enum(['hybrid', 'dense', 'keyword']);
export type SearchMode = z.infer<typeof searchModeSchema>;
export const fusionMethodSchema = z.enum(['rrf', 'relative']);
export type FusionMethod = z.infer<typeof fusionMethodSchema>;

/**
 * A query with operators: `"a phrase"` must occur in the passage, `-word` and `-"a phrase"` must
 * not, `type:pdf`, `in:"Papers"`, `author:"Ann Lee"`, `after:2024` and `before:2024-05` filter the
 * documents. Passages with the exact code, part number, paragraph or date of a query come first.
 */
export const searchRequestSchema = z.strictObject({
  query: querySchema,
  limit: z.number().int().min(1).max(200).default(10),
  include_metadata: z.boolean().default(true),
  collection_filter: collectionFilterSchema.optional(),
  metadata_filter: metadataFilterSchema.optional(),
  mode: searchModeSchema.default('hybrid'),
  fusion: fusionMethodSchema.optional(),
  /**
   * Weight of the dense ranking in the fusion for this search; default: that of each document's
   * collection, else the embedder's.
   */
  dense_weight: z.number().min(0).max(1).optional(),
  rerank: z.boolean().default(false),
  /** 0: age does not count; 1: a new document may double its score. */
  recency_boost: z.number().min(0).max(1).default(0),
  /** Neighbouring chunks on each side. */
  surrounding: z.number().int().min(0).max(5).default(0),
  highlight: z.boolean().default(false),
  /**
   * `document`: `limit` counts documents; each has its best passages, at most three, one after the
   * other.
   */
  group_by: z.literal('document').optional(),
  explain: z.boolean().default(false),
});
export type SearchRequest = z.input<typeof searchRequestSchema>;
export type ParsedSearchRequest = z.output<typeof searchRequestSchema>;

/** Null if a stage did not return the chunk. `relevance` is 0 to 1. */
export const chunkScoresSchema = z.object({
  dense_distance: z.number().nullable(),
  bm25: z.number().nullable(),
  dense_normalized: z.number().nullable(),
  bm25_normalized: z.number().nullable(),
  fused: z.number().nullable(),
  rerank: z.number().nullable(),
  relevance: z.number(),
});
export type ChunkScores = z.infer<typeof chunkScoresSchema>;

/** A page of a passage, and its start in the document's text. */
export const passagePageSchema = z.object({ page: z.number().int(), start: z.number().int() });

/**
 * `page` counts from 1; `pages` are the further pages of the passage; `section` is the heading path of
 * its beginning, joined by ` > `; `sections` are those that begin within it; offsets are code points.
 */
export const chunkMetadataSchema = z.looseObject({
  page: z.number().int().nullable(),
  pages: z.array(passagePageSchema),
  version: z.number().int(),
  mime_type: z.string().nullable(),
  section: z.string().nullable(),
  sections: z
    .array(z.object({ start: z.number().int(), section: z.string().nullable() }))
    .optional(),
  start: z.number().int(),
  end: z.number().int(),
  file_name: z.string().nullable(),
  external_id: z.string().nullable(),
  url: z.string().nullable(),
  created_at: z.string(),
  /** The document's own date, else that of the last change of its content. */
  document_date: z.string().optional(),
  /** Key of the document's metadata with that date, or `uploaded`. */
  date_source: z.string().optional(),
});

/** Another place with the same or nearly the same text. */
export const duplicateSchema = z.object({
  id: idSchema,
  document_id: idSchema,
  document_title: z.string(),
  collection_name: z.string(),
  page: z.number().int().nullable(),
  start: z.number().int(),
  end: z.number().int(),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

const textRangeSchema = z.object({ start: z.number().int(), end: z.number().int() });

/**
 * A sentence of a passage, and its words that match the query. Code points of the passage's text.
 * `section` is the heading path of the sentence, where the passage has several sections.
 */
export const highlightSchema = textRangeSchema.extend({
  words: z.array(textRangeSchema),
  section: z.string().nullable().optional(),
});
export type Highlight = z.infer<typeof highlightSchema>;

export const foundChunkSchema = z.object({
  id: idSchema,
  text: z.string(),
  /** The text is a person's correction: other words stand at the place in the document. */
  corrected: z.literal(true).optional(),
  document_id: idSchema,
  document_title: z.string(),
  collection_name: z.string(),
  /** Score of the last stage; higher is better; comparable within one response only. */
  score: z.number(),
  position: z.number().int(),
  metadata: chunkMetadataSchema.optional(),
  /** Up to three sentences that best match the query, in reading order. */
  highlights: z.array(highlightSchema).optional(),
  surrounding: z
    .array(z.object({ id: idSchema, position: z.number().int(), text: z.string() }))
    .optional(),
  scores: chunkScoresSchema.optional(),
  /** Other places with the same text, which are not among the results. */
  duplicates: z.array(duplicateSchema).optional(),
  /** Passage of a newer version of the document. */
  newer_version: duplicateSchema
    .pick({ id: true, document_id: true, document_title: true })
    .optional(),
});
export type FoundChunk = z.infer<typeof foundChunkSchema>;

const traceCandidateSchema = z.object({
  id: z.string(),
  document_id: z.string(),
  dense_rank: z.number().int().nullable(),
  bm25_rank: z.number().int().nullable(),
  fused_rank: z.number().int().nullable(),
  rerank_rank: z.number().int().nullable(),
  final_rank: z.number().int().nullable(),
  scores: chunkScoresSchema,
});

/** Every candidate in every stage, removals with their reason, and each stage's time. */
export const searchTraceSchema = z.object({
  mode: searchModeSchema,
  fusion: z.object({
    method: fusionMethodSchema,
    dense_weight: z.number(),
    rrf_k: z.number().int(),
  }),
  terms: z.array(z.object({ term: z.string(), weight: z.number() })),
  /** Words without matches, and the similar words that were searched instead. */
  corrections: z.array(z.object({ word: z.string(), instead: z.string() })).optional(),
  index_generation: z.string(),
  embedding_model: z.string(),
  candidates: z.array(traceCandidateSchema),
  removed: z.array(z.object({ id: z.string(), stage: z.string(), reason: z.string() })),
  stages: z.array(z.object({ stage: z.string(), duration_ms: z.number() })),
});
export type SearchTrace = z.infer<typeof searchTraceSchema>;

export const searchResponseSchema = z.object({
  chunks: z.array(foundChunkSchema),
  total: z.number().int(),
  query: z.string(),
  search_time_ms: z.number(),
  warnings: z.array(warningSchema),
  trace: searchTraceSchema.optional(),
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;
