import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { warningSchema } from './warnings.ts';

export const querySchema = z.string().trim().min(1).max(2000);

/** What of the documents is meant: those of the collections and the single ones, together; all where neither is named. */
export const collectionFilterSchema = z.strictObject({
  collection_ids: z.array(idSchema).min(1).max(1000).optional(),
  document_ids: z.array(idSchema).min(1).max(1000).optional(),
  /** Whether a collection brings those below it. */
  include_children: z.boolean().default(true),
});
export type CollectionFilter = z.infer<typeof collectionFilterSchema>;

const scalarSchema = z.union([z.string().max(2000), z.number(), z.boolean()]);
/** A key of metadata has at most 100 characters; `metadata.` may stand before it. */
const fieldSchema = z.string().min(1).max(109);

/**
 * One condition on a document. `field` is one that documents show (`title`, `file_name`, `version`
 * and so on), else a key of its metadata, or `page` of the passage; `metadata.NAME` is the key NAME
 * of its metadata in any case. Texts are compared in composed characters (NFC). `ne` and
 * `exists: false` hold for what has no such field; any other condition on a field that no document
 * has which the caller may read is refused.
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
 * A query and its operators: `"a phrase"` stands in the passage as it is, `-word` and `-"a phrase"`
 * do not stand in it, `type:pdf`, `in:"Papers"`, `after:2024` and `before:2024-05` narrow the
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
   * Weight of the dense recall in fusion, for this search; without it that of each document's
   * collection, else the embedder's.
   */
  dense_weight: z.number().min(0).max(1).optional(),
  rerank: z.boolean().default(false),
  /** 0: age does not count; 1: a fresh document may double its score. */
  recency_boost: z.number().min(0).max(1).default(0),
  /** Neighbouring chunks on each side. */
  surrounding: z.number().int().min(0).max(5).default(0),
  highlight: z.boolean().default(false),
  explain: z.boolean().default(false),
});
export type SearchRequest = z.input<typeof searchRequestSchema>;
export type ParsedSearchRequest = z.output<typeof searchRequestSchema>;

/** Null where a stage did not return the chunk. `relevance` is 0 to 1. */
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

/** A page that a passage touches, and where it begins in the document's text. */
export const passagePageSchema = z.object({ page: z.number().int(), start: z.number().int() });

/**
 * `page` counts from 1; `pages` are those behind it that the passage runs on to; `section` is the
 * heading path joined by ` > `; offsets are code points.
 */
export const chunkMetadataSchema = z.looseObject({
  page: z.number().int().nullable(),
  pages: z.array(passagePageSchema),
  version: z.number().int(),
  mime_type: z.string().nullable(),
  section: z.string().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  file_name: z.string().nullable(),
  external_id: z.string().nullable(),
  url: z.string().nullable(),
  created_at: z.string(),
});

/** A further place of what a found passage says, in the same words or nearly so. */
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

/** A sentence of a passage, and the words in it that match the query. Code points of the passage's text. */
export const highlightSchema = textRangeSchema.extend({ words: z.array(textRangeSchema) });
export type Highlight = z.infer<typeof highlightSchema>;

export const foundChunkSchema = z.object({
  id: idSchema,
  text: z.string(),
  document_id: idSchema,
  document_title: z.string(),
  collection_name: z.string(),
  /** The last stage's score; higher is better; comparable within one answer only. */
  score: z.number(),
  position: z.number().int(),
  metadata: chunkMetadataSchema.optional(),
  /** The sentences that hold most of the query, in reading order: three at most. */
  highlights: z.array(highlightSchema).optional(),
  surrounding: z
    .array(z.object({ id: idSchema, position: z.number().int(), text: z.string() }))
    .optional(),
  scores: chunkScoresSchema.optional(),
  /** Where else the same is said; these passages are not among the results. */
  duplicates: z.array(duplicateSchema).optional(),
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

/** Every candidate in every stage, what was removed and why, and each stage's time. */
export const searchTraceSchema = z.object({
  mode: searchModeSchema,
  fusion: z.object({
    method: fusionMethodSchema,
    dense_weight: z.number(),
    rrf_k: z.number().int(),
  }),
  terms: z.array(z.object({ term: z.string(), weight: z.number() })),
  /** Words that no passage of the scope has, and the near ones that were searched for instead. */
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
