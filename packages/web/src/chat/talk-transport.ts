import { DefaultChatTransport } from 'ai';
import { fetchOrThrow } from '../api/fetch-or-throw.ts';
import type { TalkMessage } from './talk-message.ts';
import { textOf } from './talk-message.ts';

/** What a question is asked with, beside its text. */
export interface AskOptions {
  readonly conversationId: string | undefined;
  readonly mode: string | undefined;
  readonly collectionIds: readonly string[];
}

const wantsStream = { accept: 'text/event-stream' };

/** Brings questions to the gateway and answers back as the AI SDK's message stream. */
export function createTalkTransport(readOptions: () => AskOptions) {
  return new DefaultChatTransport<TalkMessage>({
    fetch: fetchOrThrow,
    prepareSendMessagesRequest({ messages, trigger, messageId }) {
      const { conversationId, mode, collectionIds } = readOptions();
      const path = `/api/conversations/${conversationId}/messages`;
      if (trigger === 'regenerate-message') {
        return { api: `${path}/${messageId}/regenerate`, headers: wantsStream, body: {} };
      }
      const question = messages.findLast(({ role }) => role === 'user');
      const message = question ? textOf(question) : '';
      const edited = question?.metadata?.edits;
      if (edited) {
        return {
          api: `${path}/${edited}/edit`,
          headers: wantsStream,
          body: { message, message_id: question.id },
        };
      }
      return {
        api: '/api/chat/mcp',
        headers: wantsStream,
        body: {
          message,
          ...(question && { message_id: question.id }),
          ...(conversationId ? { conversation_id: conversationId } : mode && { mode }),
          ...(collectionIds.length > 0 && {
            collection_filter: { collection_ids: collectionIds, include_children: true },
          }),
        },
      };
    },
    prepareReconnectToStreamRequest() {
      const { conversationId } = readOptions();
      return { api: `/api/conversations/${conversationId}/stream`, headers: wantsStream };
    },
  });
}
