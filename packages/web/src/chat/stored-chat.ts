import { AbstractChat, type ChatInit, type ChatStatus } from 'ai';
import type { ChatMessage } from './chat-message.ts';

/** The store of the messages that the page shows. */
export interface ChatStore {
  readonly messages: readonly ChatMessage[];
  readonly status: ChatStatus;
  readonly update: (change: {
    readonly messages?: readonly ChatMessage[];
    readonly status?: ChatStatus;
  }) => void;
}

export type StoredChatSession = AbstractChat<ChatMessage>;

class StoredChat extends AbstractChat<ChatMessage> {}

/** Creates the AI SDK's chat over a store of the page. */
export function createStoredChat(store: ChatStore, init: ChatInit<ChatMessage>): StoredChatSession {
  return new StoredChat({
    ...init,
    state: {
      error: undefined,
      get status() {
        return store.status;
      },
      set status(status) {
        store.update({ status });
      },
      get messages() {
        return [...store.messages];
      },
      set messages(messages) {
        store.update({ messages });
      },
      pushMessage: (message) => store.update({ messages: [...store.messages, message] }),
      popMessage: () => store.update({ messages: store.messages.slice(0, -1) }),
      // Copied, because the SDK changes the message after handing it over.
      replaceMessage: (index, message) =>
        store.update({ messages: store.messages.with(index, structuredClone(message)) }),
      snapshot: (thing) => structuredClone(thing),
    },
  });
}
