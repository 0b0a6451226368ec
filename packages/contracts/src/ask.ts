import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { modelReferenceSchema } from './models.ts';
import {
  collectionFilterSchema,
  foundChunkSchema,
  metadataFilterSchema,
  querySchema,
} from './search.ts';
import { warningSchema } from './warnings.ts';

export const historyMessageSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(20_000),
});

/** Id chosen by the caller: short, and without characters that could forge a log line. */
export const callerIdSchema = z
  .string()
  .regex(/^[\w.:@-]{1,128}$/, '1 to 128 letters, digits and . _ : @ -');

export const askRequestSchema = z.strictObject({
  question: querySchema,
  history: z.array(historyMessageSchema).max(50).optional(),
  collection_filter: collectionFilterSchema.optional(),
  metadata_filter: metadataFilterSchema.optional(),
  /** Default: the organisation's default model. */
  model: modelReferenceSchema.optional(),
  /** The caller's ids of this question and of a series of questions, for traces. */
  request_id: callerIdSchema.optional(),
  session_id: callerIdSchema.optional(),
});
export type AskRequest = z.input<typeof askRequestSchema>;
export type ParsedAskRequest = z.output<typeof askRequestSchema>;

/**
 * Reason for a stored citation without text: the document was deleted or is no longer readable for
 * the caller, or its rights could not be checked.
 */
export const withheldSchema = z.enum(['document_unavailable', 'not_checked']);
export type Withheld = z.infer<typeof withheldSchema>;

/**
 * A checked citation. `id` identifies the passage of a document version, `n` is the number in the
 * text, `quote` the passage found in the source, `page` its first page, `start` and `end` its code
 * point offsets in the parsed text, `supported` whether the claim was found in it.
 */
export const citationSchema = z.object({
  id: z.string(),
  n: z.number().int(),
  document_id: idSchema,
  version: z.number().int(),
  chunk_id: idSchema,
  title: z.string(),
  file_name: z.string().nullable(),
  mime_type: z.string().nullable(),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  quote: z.string(),
  supported: z.boolean(),
  /**
   * The quote is of a person's correction: other words stand from `start` to `end`, the place of
   * the corrected passage.
   */
  corrected: z.literal(true).optional(),
  /**
   * Absent if the quote is present; otherwise `quote` and `title` are empty, `file_name` and `url`
   * null.
   */
  withheld: withheldSchema.optional(),
});
export type Citation = z.infer<typeof citationSchema>;

export const retrievalSummarySchema = z.object({
  /** Number of chunks given to the model. */
  k: z.number().int(),
  /** Weight of the dense ranking in the fusion. */
  alpha: z.number(),
  filters: z.record(z.string(), z.unknown()),
  warnings: z.array(warningSchema),
});

export const askResponseSchema = z.object({
  answer: z.string(),
  abstained: z.boolean(),
  citations: z.array(citationSchema),
  chunks: z.array(foundChunkSchema),
  used_chunk_ids: z.array(idSchema),
  /**
   * Confidence that the chunks answer the question, 0 to 1; below a threshold the built-in model
   * does not answer.
   */
  evidence: z.number().min(0).max(1),
  retrieval: retrievalSummarySchema,
  model: z.string().nullable(),
});
export type AskResponse = z.infer<typeof askResponseSchema>;
