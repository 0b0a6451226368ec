import { z } from 'zod';
import { citationSchema } from './ask.ts';
import { conversationModeSchema } from './chat.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { pageQuerySchema } from './query-values.ts';

/**
 * Latest first. `query` finds words of the title, the questions or the answers; `cites` the
 * conversations in which an answer cites the document of this id.
 */
export const conversationListQuerySchema = pageQuerySchema.extend({
  query: z.string().trim().min(1).max(200).optional(),
  cites: idSchema.optional(),
});

/** `branch` is the id of any message: the branch in which it stands, down to its newest end. */
export const messageListQuerySchema = pageQuerySchema.extend({
  branch: z.string().min(1).max(200).optional(),
});

export const regenerateMessageSchema = z.strictObject({});

/** The message in its new words. The old one stays, with what was answered to it. */
export const editMessageSchema = z.strictObject({
  message: z.string().trim().min(1).max(20_000),
  /** The client's id of the new message; a repeat answers with the same turn. */
  message_id: z.string().min(1).max(200).optional(),
});

export const conversationExportFormatSchema = z.enum(['json', 'markdown', 'docx', 'bibtex']);
export type ConversationExportFormat = z.infer<typeof conversationExportFormatSchema>;

export const conversationExportQuerySchema = z.object({
  format: conversationExportFormatSchema.default('json'),
  branch: z.string().min(1).max(200).optional(),
  /** The id of an answer: it and its question alone. */
  answer: z.string().min(1).max(200).optional(),
});

const ratingSchema = z.enum(['good', 'bad']);

/** What a person thinks of an answer. */
export const rateMessageSchema = z.strictObject({
  rating: ratingSchema,
  reason: z.string().trim().max(2_000).optional(),
});

/** An answer that was rated. Rating it shows this exchange to the organisation's admins. */
export const feedbackEntrySchema = z.object({
  message_id: z.string(),
  conversation_id: idSchema,
  user_id: z.string(),
  mode: conversationModeSchema,
  rating: ratingSchema,
  reason: z.string().nullable(),
  question: z.string(),
  answer: z.string(),
  abstained: z.boolean(),
  /** Of documents that the reader of this list may read, and no others. */
  citations: z.array(citationSchema),
  /** When it was rated. */
  created_at: timestampSchema,
});
export type FeedbackEntry = z.infer<typeof feedbackEntrySchema>;

/** Latest first. */
export const feedbackListQuerySchema = pageQuerySchema.extend({ rating: ratingSchema.optional() });
export const feedbackListSchema = z.object({
  feedback: z.array(feedbackEntrySchema),
  next_cursor: z.string().nullable(),
});
