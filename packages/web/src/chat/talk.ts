import { Chat } from '@ai-sdk/react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { createId } from '../base/create-id.ts';
import { writeStored } from '../base/stored.ts';
import { conversationsQuery, listMessages } from './conversations.ts';
import { draftKey } from './draft.ts';
import { type StatusData, type TalkMessage, toTalkMessage } from './talk-message.ts';
import { createTalkTransport } from './talk-transport.ts';

/** What the page shows of a conversation beside its messages. */
export interface TalkState {
  readonly conversationId: string | undefined;
  readonly mode: string;
  readonly collectionIds: readonly string[];
  /** What is being done right now, newest last. */
  readonly steps: readonly StatusData[];
  readonly isLoading: boolean;
  readonly isReconnecting: boolean;
  readonly error: Error | undefined;
}

const reconnectWaitsMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * A conversation as this tab knows it. It lives beside the pages, so that an answer goes on while
 * another page is open, and goes on by itself after the connection was lost.
 */
export class Talk {
  readonly chat: Chat<TalkMessage>;
  readonly #listeners = new Set<() => void>();
  readonly #onNamed: (talk: Talk, id: string) => void;
  #state: TalkState;
  #failures = 0;

  constructor(
    conversationId: string | undefined,
    onNamed: (talk: Talk, id: string) => void,
    initial: Partial<TalkState> = {},
  ) {
    this.#onNamed = onNamed;
    this.#state = {
      conversationId,
      mode: 'knowledge',
      collectionIds: [],
      steps: [],
      isLoading: conversationId !== undefined,
      isReconnecting: false,
      error: undefined,
      ...initial,
    };
    this.chat = new Chat<TalkMessage>({
      generateId: createId,
      transport: createTalkTransport(() => this.#state),
      onData: (part) => {
        if (part.type === 'data-status') {
          this.update({ steps: [...this.#state.steps, part.data] });
        }
      },
      onFinish: ({ message }) => this.#finish(message),
      onError: (error) => this.#fail(error),
    });
    this.chat['~registerMessagesCallback'](() => this.#learnName());
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = () => this.#state;

  update(change: Partial<TalkState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  get isBusy(): boolean {
    return this.chat.status === 'submitted' || this.chat.status === 'streaming';
  }

  /** Reads the messages from the suite and follows the answer that is being written, if one is. */
  async load(): Promise<void> {
    const { conversationId } = this.#state;
    if (!conversationId || this.isBusy) return;
    try {
      const messages = await listMessages(conversationId);
      const last = messages.at(-1);
      const isRunning = last?.role === 'assistant' && last.status === 'running';
      const settled = isRunning ? messages.slice(0, -1) : messages;
      if (this.isBusy) return;
      this.chat.messages = settled.map((message) => toTalkMessage(conversationId, message));
      this.#failures = 0;
      this.update({ isLoading: false, isReconnecting: false, error: undefined });
      if (isRunning) {
        this.chat.clearError();
        await this.chat.resumeStream();
      }
    } catch (error) {
      this.update({ isLoading: false });
      this.#fail(error as Error);
    }
  }

  async ask(text: string): Promise<void> {
    this.update({ steps: [], error: undefined });
    this.#failures = 0;
    await this.chat.sendMessage({ text, metadata: {} });
  }

  /** Asks the suite to stop; what was written until then stays. */
  async stop(): Promise<void> {
    const { conversationId } = this.#state;
    if (conversationId) await call('stopConversation', { params: { id: conversationId } });
    else await this.chat.stop();
  }

  #learnName(): void {
    const named = this.chat.lastMessage?.metadata?.conversation_id;
    if (!named || this.#state.conversationId === named) return;
    this.update({ conversationId: named });
    this.#onNamed(this, named);
    void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey });
  }

  #finish(message: TalkMessage): void {
    this.update({ steps: [] });
    if (message.role === 'assistant') this.#failures = 0;
    void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey });
  }

  #fail(error: Error): void {
    const isRefused = error instanceof ApiError && error.status !== 0;
    const wasAccepted = this.chat.lastMessage?.role === 'assistant';
    if (!isRefused && !isAnswerError(error) && this.#state.conversationId) {
      this.#reconnect();
      return;
    }
    this.update({ error, steps: [] });
    if (!wasAccepted) this.#giveBackQuestion();
  }

  /** The connection broke off in mid-answer: the suite goes on, so look again. */
  #reconnect(): void {
    const waitMs = reconnectWaitsMs[Math.min(this.#failures, reconnectWaitsMs.length - 1)];
    this.#failures += 1;
    this.update({ isReconnecting: true, error: undefined });
    setTimeout(() => void this.load(), waitMs);
  }

  /** A question that did not arrive goes back to where it was typed. */
  #giveBackQuestion(): void {
    const question = this.chat.lastMessage;
    if (question?.role !== 'user') return;
    const text = question.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    writeStored(draftKey(this.#state.conversationId), text);
    this.chat.messages = this.chat.messages.slice(0, -1);
    dispatchEvent(new CustomEvent('lectern-draft', { detail: text }));
  }
}

/** An `error` part of the stream: the turn itself failed, looking again does not help. */
function isAnswerError(error: Error): boolean {
  return error.name === 'Error' && !/network|fetch|load failed|terminated/i.test(error.message);
}
