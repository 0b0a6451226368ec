import { AppError, idSchema, type UiChatRequest } from '@lectern/contracts';
import { z } from 'zod';

/** The last message of a request in the AI SDK's form, and its position. */
export interface SaidOnPage {
  readonly message: string;
  /** Undefined where the message replaces another one with the same id. */
  readonly messageId: string | undefined;
  readonly conversationId: string | undefined;
  readonly parentId: string | undefined;
}

const maxMessageLength = 20_000;
/** First part of an answer's stream; the page stores its fields with the message. */
const metadataSchema = z.object({ conversation_id: idSchema });

/** @throws AppError `invalid_request` when the last message is not a text of the user. */
export function readUiChat({ messages, trigger, messageId }: UiChatRequest): SaidOnPage {
  const at = messages.length - 1;
  const last = messages[at];
  if (last?.role !== 'user') throw invalid(`messages.${at}.role`, "the last message is the user's");
  const message = readText(last.parts, `messages.${at}.parts`);
  const before = messages.findLast(({ role }) => role === 'assistant');
  const metadata = metadataSchema.safeParse(before?.metadata).data;
  const parent = idSchema.safeParse(before?.id).data;
  const isEdited = trigger === 'submit-message' && messageId !== undefined;
  return {
    message,
    messageId: isEdited ? undefined : last.id,
    conversationId: metadata?.conversation_id,
    parentId: metadata && parent,
  };
}

function readText(parts: UiChatRequest['messages'][number]['parts'], field: string): string {
  const other = parts.findIndex(({ type }) => type !== 'text');
  if (other >= 0)
    throw invalid(`${field}.${other}.type`, 'text is read, no images, files or sound');
  const text = parts
    .map((part) => part.text ?? '')
    .join('\n')
    .trim();
  if (text === '') throw invalid(field, 'there is no text');
  if (text.length > maxMessageLength) {
    throw invalid(field, `must have at most ${maxMessageLength} characters`);
  }
  return text;
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', `${field}: ${message}`, { details: { field } });
}
