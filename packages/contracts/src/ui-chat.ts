import { z } from 'zod';
import { chatRequestSchema } from './chat.ts';

const uiMessageSchema = z.looseObject({
  id: z.string().min(1).max(200),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).max(1_000),
  /** Metadata of our answer, from the start of its stream. */
  metadata: z.unknown().optional(),
});

/**
 * Request of the AI SDK's chat transport: all messages of its page. The last one is the user's and
 * is answered; the conversation and its position are those of the answer before it.
 */
export const uiChatRequestSchema = z.strictObject({
  /** `regenerate-message` answers the last message again. */
  trigger: z.enum(['submit-message', 'regenerate-message']),
  /** The page's id of its chat; ignored. */
  id: z.string().max(200).optional(),
  messages: z.array(uiMessageSchema).min(1).max(1_000),
  /** The message that is edited, or the answer that is regenerated. */
  messageId: z.string().max(200).optional(),
  mode: chatRequestSchema.shape.mode,
  model: chatRequestSchema.shape.model,
  assistant_id: chatRequestSchema.shape.assistant_id,
  collection_filter: chatRequestSchema.shape.collection_filter,
});
export type UiChatRequest = z.output<typeof uiChatRequestSchema>;

/** A person's message, in our form or in the AI SDK's. */
export const chatBodySchema = z.discriminatedUnion('trigger', [
  chatRequestSchema,
  uiChatRequestSchema,
]);
