import {
  askResponseSchema,
  callerIdSchema,
  chunkScoresSchema,
  citationSchema,
  collectionFilterSchema,
  querySchema,
} from '@lectern/contracts';
import { z } from 'zod';
import { inLanguages } from '../in-languages.ts';
import { ragQueryArguments } from './description.ts';

export const ragQueryInputSchema = z.strictObject({
  question: querySchema.meta(inLanguages(ragQueryArguments.question)),
  request_id: callerIdSchema.optional().meta(inLanguages(ragQueryArguments.requestId)),
  session_id: callerIdSchema.optional().meta(inLanguages(ragQueryArguments.sessionId)),
  collection_filter: collectionFilterSchema
    .optional()
    .meta(inLanguages(ragQueryArguments.collectionFilter)),
});
export type RagQueryInput = z.output<typeof ragQueryInputSchema>;

/** A found passage. The score of a stage that did not return it is null. */
const rankedChunkSchema = z.object({
  chunk_id: z.string(),
  /** Rank from 1, best first. */
  rank: z.number().int(),
  /** The document's title. */
  source: z.string(),
  /** The start of the text on one line. */
  preview: z.string(),
  text: z.string(),
  scores: chunkScoresSchema,
  metadata: z.object({
    document_id: z.string(),
    collection: z.string(),
    page: z.number().int().nullable(),
    section: z.string().nullable(),
    start: z.number().int(),
    end: z.number().int(),
    file_name: z.string().nullable(),
    url: z.string().nullable(),
  }),
});
export type RankedChunk = z.infer<typeof rankedChunkSchema>;

export const ragQueryOutputSchema = z.object({
  metadata: z.object({ reranked_chunks: z.array(rankedChunkSchema) }),
  data: z.object({
    question: z.string(),
    answer: z.string(),
    abstained: z.boolean(),
    /** Probability, 0 to 1, that the passages answer the question. */
    evidence: askResponseSchema.shape.evidence,
    citations: z.array(citationSchema),
    /** Null when no model was asked. */
    model: z.string().nullable(),
  }),
  chunks: z.array(rankedChunkSchema),
  used_chunk_ids: z.array(z.string()),
  retrieval: askResponseSchema.shape.retrieval,
});
export type RagQueryOutput = z.infer<typeof ragQueryOutputSchema>;
