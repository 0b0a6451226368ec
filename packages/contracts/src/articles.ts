import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { collectionFilterSchema, passagePageSchema, querySchema } from './search.ts';
import { warningSchema } from './warnings.ts';

export const articlesRequestSchema = z.strictObject({
  query: querySchema,
  top_k: z.number().int().min(1).max(50).optional(),
  collection_filter: collectionFilterSchema.optional(),
});
export type ArticlesRequest = z.input<typeof articlesRequestSchema>;
export type ParsedArticlesRequest = z.output<typeof articlesRequestSchema>;

export const articlePartSchema = z.object({
  chunk_id: idSchema,
  start: z.number().int(),
  end: z.number().int(),
  at: z.number().int(),
  page: z.number().int().nullable(),
  /** Further pages, with the position in the parsed text at which each starts. */
  pages: z.array(passagePageSchema),
  /** Heading path. */
  section: z.string().nullable(),
  /** Relevance from the search, 0 to 1; null for a part that was added to complete its article. */
  relevance: z.number().nullable(),
  /**
   * Code points of the part in `content`, if its text is a person's correction: other words stand
   * from `start` to `end`.
   */
  corrected_length: z.number().int().optional(),
});

export const articleSchema = z.object({
  /** The document's id. */
  kb_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  content: z.string(),
  /** The metadata that the document was added with, and these fields. */
  metadata: z.looseObject({
    external_id: z.string().nullable().default(null),
    collection: z.string(),
    file_name: z.string().nullable(),
    mime_type: z.string().nullable(),
    version: z.number().int(),
    page_count: z.number().int().nullable(),
    /** True if only the best passages fit. */
    truncated: z.boolean(),
    /** Offsets are code points in the document's parsed text. */
    passages: z.array(
      z.object({
        chunk_id: idSchema,
        start: z.number().int(),
        end: z.number().int(),
        page: z.number().int().nullable(),
        pages: z.array(passagePageSchema),
      }),
    ),
    /**
     * Parts of `content` in reading order, with their range in the parsed text; `at` is their start
     * in `content`. Offsets are code points.
     */
    parts: z.array(articlePartSchema).optional(),
  }),
});
export type Article = z.infer<typeof articleSchema>;

export const articlesResponseSchema = z.object({
  articles: z.array(articleSchema),
  metadata: z.object({
    query: z.string(),
    /** Null if the caller named no number. */
    top_k_requested: z.number().int().nullable(),
    articles_count: z.number().int(),
    /** Also false if no document matches the query by words or meaning. */
    has_results: z.boolean(),
    /** Confidence that the articles answer the query, 0 to 1. */
    evidence: z.number().min(0).max(1),
    /** Warnings of the search; absent if there are none. */
    warnings: z.array(warningSchema).optional(),
  }),
});
export type ArticlesResponse = z.infer<typeof articlesResponseSchema>;
