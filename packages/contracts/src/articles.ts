import { z } from 'zod';
import { idSchema } from './common.ts';
import { collectionFilterSchema, querySchema } from './search.ts';

export const articlesRequestSchema = z.strictObject({
  query: querySchema,
  top_k: z.number().int().min(1).max(50).optional(),
  collection_filter: collectionFilterSchema.optional(),
});
export type ArticlesRequest = z.input<typeof articlesRequestSchema>;
export type ParsedArticlesRequest = z.output<typeof articlesRequestSchema>;

export const articleSchema = z.object({
  /** The document's id. */
  kb_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  content: z.string(),
  metadata: z.looseObject({
    collection: z.string(),
    file_name: z.string().nullable(),
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
      }),
    ),
  }),
});
export type Article = z.infer<typeof articleSchema>;

export const articlesResponseSchema = z.object({
  articles: z.array(articleSchema),
  metadata: z.object({
    query: z.string(),
    top_k_requested: z.number().int(),
    articles_count: z.number().int(),
    has_results: z.boolean(),
  }),
});
export type ArticlesResponse = z.infer<typeof articlesResponseSchema>;
