import { z } from 'zod';
import { collectionFilterSchema, passagePageSchema, querySchema } from './search.ts';

export const searchDocumentsInputSchema = z.strictObject({
  query: querySchema,
  limit: z.number().int().min(1).optional(),
  include_sources: z.boolean().default(true),
  collection_filter: collectionFilterSchema.optional(),
});

export const searchDocumentsOutputSchema = z.object({
  results: z.array(
    z.object({
      content: z.string(),
      /** The content is a person's correction: other words stand from `start` to `end`. */
      corrected: z.literal(true).optional(),
      document_title: z.string(),
      collection: z.string(),
      relevance_score: z.number().min(0).max(1),
      metadata: z
        .object({
          page: z.number().int().nullable(),
          pages: z.array(passagePageSchema),
          section: z.string().nullable(),
          document_id: z.string(),
          chunk_id: z.string(),
          start: z.number().int(),
          end: z.number().int(),
          file_name: z.string().nullable(),
          mime_type: z.string().nullable(),
          version: z.number().int(),
          url: z.string().nullable(),
        })
        .optional(),
    }),
  ),
  total_results: z.number().int(),
  search_time_ms: z.number(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
});
export type SearchDocumentsOutput = z.infer<typeof searchDocumentsOutputSchema>;

export const searchFailureReasonSchema = z.enum([
  'rag_service_unavailable',
  'search_timeout',
  'invalid_collection',
  'invalid_query',
  'embedding_unavailable',
  'not_allowed',
  'rate_limited',
  'internal',
]);
export type SearchFailureReason = z.infer<typeof searchFailureReasonSchema>;

export const searchDocumentsFailureSchema = z.object({
  error: z.literal('search_failed'),
  message: z.string(),
  details: z.object({ reason: searchFailureReasonSchema, retry_after: z.number().optional() }),
});
export type SearchDocumentsFailure = z.infer<typeof searchDocumentsFailureSchema>;
