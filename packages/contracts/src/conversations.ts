import { z } from 'zod';
import { citationSchema } from './ask.ts';
import {
  assistantIdSchema,
  conversationModeSchema,
  messageSchema,
  shareAudienceSchema,
} from './chat.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { modelReferenceSchema } from './models.ts';
import { pageQuerySchema, queryBooleanSchema } from './query-values.ts';

/**
 * Pinned conversations first, then the newest first. `query` matches words of the title, the
 * questions or the answers; `cites` conversations in which an answer cites the document with this
 * id. `archived` selects archived conversations or the others; default: the others, and both where
 * `query` or `cites` is given.
 */
export const conversationListQuerySchema = pageQuerySchema.extend({
  query: z.string().trim().min(1).max(200).optional(),
  cites: idSchema.optional(),
  archived: queryBooleanSchema.optional(),
  folder: z.string().min(1).max(100).optional(),
});

/** `user_ids` are members of the organisation; required for the audience `people`, else absent. */
export const shareConversationSchema = z
  .strictObject({
    audience: shareAudienceSchema,
    user_ids: z.array(z.string().min(1).max(200)).max(500).optional(),
  })
  .refine(({ audience, user_ids: ids }) => audience !== 'people' || (ids?.length ?? 0) > 0, {
    path: ['user_ids'],
    message: 'must name somebody',
  })
  .refine(({ audience, user_ids: ids }) => audience === 'people' || !ids?.length, {
    path: ['user_ids'],
    message: 'is for the audience people',
  });

/** Null for the audience `none`. */
export const sharedUrlSchema = z.object({ url: z.string().nullable() });

/** A message without tool calls, warnings and the fields that only its owner needs. */
export const sharedMessageSchema = messageSchema.pick({
  id: true,
  role: true,
  content: true,
  mode: true,
  status: true,
  abstained: true,
  citations: true,
  created_at: true,
});
export type SharedMessage = z.infer<typeof sharedMessageSchema>;

/**
 * The newest branch of a shared conversation, oldest message first. Citations of documents that the
 * reader may not read have `withheld`; lines of an answer that may depend on them are left out.
 */
export const sharedConversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Id of the person who shared it. */
  owner_id: z.string(),
  messages: z.array(sharedMessageSchema),
  next_cursor: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type SharedConversation = z.infer<typeof sharedConversationSchema>;

/** Conversations of others that the caller may read, the latest first. */
export const sharedConversationListSchema = z.object({
  conversations: z.array(sharedConversationSchema.omit({ messages: true, next_cursor: true })),
  next_cursor: z.string().nullable(),
});
export type SharedConversationList = z.infer<typeof sharedConversationListSchema>;

/**
 * `branch` is the id of any message: returns the branch that contains it, up to its newest message.
 */
export const messageListQuerySchema = pageQuerySchema.extend({
  branch: z.string().min(1).max(200).optional(),
});

/** Mode, model and assistant of the new answer; default: those of the message. */
export const regenerateMessageSchema = z.strictObject({
  mode: conversationModeSchema.optional(),
  model: modelReferenceSchema.optional(),
  assistant_id: assistantIdSchema,
});

/** The message in a new version. The old one remains, with its answers. */
export const editMessageSchema = z.strictObject({
  message: z.string().trim().min(1).max(20_000),
  /** The client's id of the new message; a repetition returns the same turn. */
  message_id: z.string().min(1).max(200).optional(),
  /** Default: those of the old message. */
  mode: conversationModeSchema.optional(),
  model: modelReferenceSchema.optional(),
  assistant_id: assistantIdSchema,
});

export const conversationExportFormatSchema = z.enum(['json', 'markdown', 'docx', 'bibtex']);
export type ConversationExportFormat = z.infer<typeof conversationExportFormatSchema>;

export const conversationExportQuerySchema = z.object({
  format: conversationExportFormatSchema.default('json'),
  branch: z.string().min(1).max(200).optional(),
  /** Id of an answer: returns only it and its question. */
  answer: z.string().min(1).max(200).optional(),
});

const ratingSchema = z.enum(['good', 'bad']);

/** A person's rating of an answer. */
export const rateMessageSchema = z.strictObject({
  rating: ratingSchema,
  reason: z.string().trim().max(2_000).optional(),
});

/** A rated answer. Rating it shows this exchange to the organisation's admins. */
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
  /** Citations of documents that the caller may read. */
  citations: z.array(citationSchema),
  /** Time of the rating. */
  created_at: timestampSchema,
});
export type FeedbackEntry = z.infer<typeof feedbackEntrySchema>;

/** Newest first. */
export const feedbackListQuerySchema = pageQuerySchema.extend({ rating: ratingSchema.optional() });
export const feedbackListSchema = z.object({
  feedback: z.array(feedbackEntrySchema),
  next_cursor: z.string().nullable(),
});

export const followUpsSchema = z.object({
  /** At most three, each a line. */
  questions: z.array(z.string()),
});
