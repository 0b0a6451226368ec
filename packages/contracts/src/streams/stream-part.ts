import { z } from 'zod';
import { citationSchema } from '../ask.ts';
import { answerAssistantSchema, routeSchema } from '../chat.ts';
import { answerModelSchema } from '../models.ts';
import { warningSchema } from '../warnings.ts';

/** Current activity. Shown while it lasts, not part of the message. */
export const statusDataSchema = z.object({
  event: z.enum(['tool_start', 'tool_end']),
  tool_name: z.string(),
  /** In the language of the question. */
  title: z.string(),
});
export type StatusData = z.infer<typeof statusDataSchema>;

/** A tool call that waits for a decision. */
export const approvalDataSchema = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).readonly(),
  documents: z.array(z.string()).readonly().optional(),
  document_ids: z.array(z.string()).readonly().optional(),
});
export type ApprovalData = z.infer<typeof approvalDataSchema>;

/** The checked end of an answer. `answer` replaces the streamed text. */
export const citationsDataSchema = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  answer: z.string(),
  abstained: z.boolean(),
  /** Confidence that the documents answer, 0 to 1; absent if they were not searched. */
  evidence: z.number().min(0).max(1).optional(),
  citations: z.array(citationSchema).readonly(),
  warnings: z.array(warningSchema).readonly(),
  /** The model that wrote the answer; absent if none was asked. */
  model: answerModelSchema.optional(),
  assistant: answerAssistantSchema.optional(),
});
export type CitationsData = z.infer<typeof citationsDataSchema>;

/**
 * A part of a chat turn's stream: the subset of the AI SDK's UI message stream that turns use.
 * Nothing follows `finish`, `abort` or `error`.
 */
export const streamPartSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    messageId: z.string(),
    messageMetadata: z.object({ conversation_id: z.string() }),
  }),
  z.object({ type: z.literal('text-start'), id: z.string() }),
  z.object({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('text-end'), id: z.string() }),
  z.object({
    type: z.literal('source-document'),
    /** The document's id. */
    sourceId: z.string(),
    mediaType: z.string(),
    title: z.string(),
    filename: z.string().optional(),
  }),
  z.object({
    type: z.literal('data-status'),
    data: statusDataSchema,
    transient: z.literal(true),
  }),
  z.object({ type: z.literal('data-route'), data: routeSchema, transient: z.literal(true) }),
  z.object({ type: z.literal('data-approval'), id: z.string(), data: approvalDataSchema }),
  z.object({ type: z.literal('data-citations'), data: citationsDataSchema }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('abort'), reason: z.string().optional() }),
  z.object({ type: z.literal('finish') }),
]);
export type StreamPart = z.infer<typeof streamPartSchema>;
