import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
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

/** A caller's own id: short and without anything that could forge a line of a log. */
export const callerIdSchema = z
  .string()
  .regex(/^[\w.:@-]{1,128}$/, '1 to 128 letters, digits and . _ : @ -');

export const askRequestSchema = z.strictObject({
  question: querySchema,
  history: z.array(historyMessageSchema).max(50).optional(),
  collection_filter: collectionFilterSchema.optional(),
  metadata_filter: metadataFilterSchema.optional(),
  /** The caller's names for this question and for a series of them, for traces. */
  request_id: callerIdSchema.optional(),
  session_id: callerIdSchema.optional(),
});
export type AskRequest = z.input<typeof askRequestSchema>;
export type ParsedAskRequest = z.output<typeof askRequestSchema>;

/**
 * Why a stored citation comes without the words of its document: the document was deleted or its
 * reader has no right to it now, or that could not be found out.
 */
export const withheldSchema = z.enum(['document_unavailable', 'not_checked']);
export type Withheld = z.infer<typeof withheldSchema>;

/**
 * A checked citation, the same wherever it is shown. `id` is the same for the same passage of the
 * same version of a document, `n` the number in the text, `quote` the passage found in the source,
 * `page` the page on which it starts, `start` and `end` its code point offsets in the document's
 * parsed text, `supported` whether code found the claim in it.
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
  /** Left out where the quote is there; with it `quote` and `title` are empty, `file_name` and `url` null. */
  withheld: withheldSchema.optional(),
});
export type Citation = z.infer<typeof citationSchema>;

export const retrievalSummarySchema = z.object({
  /** Chunks given to the model. */
  k: z.number().int(),
  /** Dense weight of the fusion. */
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
  /** How sure it is that the chunks answer the question, 0 to 1; too low, and it abstains. */
  evidence: z.number().min(0).max(1),
  retrieval: retrievalSummarySchema,
  model: z.string().nullable(),
});
export type AskResponse = z.infer<typeof askResponseSchema>;
