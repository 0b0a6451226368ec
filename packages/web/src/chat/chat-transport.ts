import type { AnswerAssistant, ConversationMode } from '@lectern/contracts';
import { DefaultChatTransport, type UIMessageChunk } from 'ai';
import { addressOf } from '../api/address-of.ts';
import { fetchOrThrow } from '../api/fetch-or-throw.ts';
import { type Scope, toScopeFilter } from '../library/scope.ts';
import type { ChatMessage } from './chat-message.ts';
import { textOf } from './chat-message.ts';
import { readParts } from './read-parts.ts';

/** Options of a question. */
export interface AskOptions {
  readonly conversationId: string | undefined;
  readonly mode: ConversationMode;
  readonly modelId: string | undefined;
  readonly assistant: AnswerAssistant | null | undefined;
  readonly scope: Scope;
}

const wantsStream = { accept: 'text/event-stream' };

class ChatSessionTransport extends DefaultChatTransport<ChatMessage> {
  protected override processResponseStream(
    stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  ): ReadableStream<UIMessageChunk> {
    return super.processResponseStream(stream).pipeThrough(readParts());
  }
}

/** Sends questions to the gateway and returns the AI SDK's message stream. */
export function createChatTransport(readOptions: () => AskOptions) {
  return new ChatSessionTransport({
    fetch: fetchOrThrow,
    prepareSendMessagesRequest({ messages, trigger, messageId, body }) {
      const { conversationId, mode, modelId: model, assistant, scope } = readOptions();
      const choice = {
        mode,
        ...(model && { model }),
        ...(assistant !== undefined && { assistant_id: assistant?.id ?? null }),
      };
      if (trigger === 'regenerate-message') {
        return {
          api: addressOf('regenerateMessage', idsOf(conversationId, messageId)),
          headers: wantsStream,
          body: body?.model ? { model: body.model } : {},
        };
      }
      const question = messages.findLast(({ role }) => role === 'user');
      const message = question ? textOf(question) : '';
      const edited = question?.metadata?.edits;
      if (edited) {
        return {
          api: addressOf('editMessage', idsOf(conversationId, edited)),
          headers: wantsStream,
          body: { message, message_id: question.id, ...choice },
        };
      }
      return {
        api: addressOf('chat'),
        headers: wantsStream,
        body: {
          message,
          ...(question && { message_id: question.id }),
          ...(conversationId && { conversation_id: conversationId }),
          ...choice,
          ...toScopeFilter(scope),
        },
      };
    },
    prepareReconnectToStreamRequest() {
      const { conversationId } = readOptions();
      const id = conversationId ?? '';
      return { api: addressOf('streamConversation', { id }), headers: wantsStream };
    },
  });
}

/**
 * Both ids are known, because an edited or regenerated message belongs to a stored conversation.
 */
function idsOf(conversationId = '', messageId = '') {
  return { id: conversationId, message_id: messageId };
}
