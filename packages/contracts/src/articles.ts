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
  /** Pages behind the first, and where each begins in the document's parsed text. */
  pages: z.array(passagePageSchema),
  /** Heading path. */
  section: z.string().nullable(),
  /** As the search rated it, 0 to 1; null where it came along as a part of its article. */
  relevance: z.number().nullable(),
});

export const articleSchema = z.object({
  /** The document's id. */
  kb_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  content: z.string(),
  metadata: z.looseObject({
    collection: z.string(),
    file_name: z.string().nullable(),
    mime_type: z.string().nullable(),
    version: z.number().int(),
    page_count: z.number().int().nullable(),
    /** True when only the best passages fit. */
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
     * What `content` is put together from, in reading order: where each part stands in the
     * document's parsed text, and `at`, where it begins in `content`. Offsets are code points.
     */
    parts: z.array(articlePartSchema).optional(),
  }),
});
export type Article = z.infer<typeof articleSchema>;

export const articlesResponseSchema = z.object({
  articles: z.array(articleSchema),
  metadata: z.object({
    query: z.string(),
    /** Null where the caller named no number. */
    top_k_requested: z.number().int().nullable(),
    articles_count: z.number().int(),
    /** False also where no document has to do with the query, by its words or its meaning. */
    has_results: z.boolean(),
    /** How sure it is that the articles answer the query, 0 to 1. */
    evidence: z.number().min(0).max(1),
    /** What the search warned of; absent when that is nothing. */
    warnings: z.array(warningSchema).optional(),
  }),
});
export type ArticlesResponse = z.infer<typeof articlesResponseSchema>;
