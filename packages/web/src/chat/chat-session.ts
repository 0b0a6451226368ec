import type {
  AnswerAssistant,
  Conversation,
  ConversationMode,
  Message,
  MessageFeedback,
  StatusData,
} from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { ChatStatus } from 'ai';
import { ApiError } from '../api/api-error.ts';
import { call, stream } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { createId } from '../lib/create-id.ts';
import { fromScopeFilter, isWhole, type Scope, wholeScope } from '../library/scope.ts';
import { type ChatMessage, textOf, toChatMessage } from './chat-message.ts';
import { conversationsQuery, listMessages } from './conversations.ts';
import { restoreDraft } from './draft.ts';
import type { StoredChatSession } from './stored-chat.ts';
import { TurnFailure } from './turn-failure.ts';

/** The state of a conversation that the page shows. */
export interface ChatSessionState {
  readonly conversationId: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly status: ChatStatus;
  readonly mode: ConversationMode;
  /** The model connection that the person chose in this tab; undefined for that of the message before. */
  readonly modelId: string | undefined;
  /** The model connection of the message before; undefined for the organisation's default. */
  readonly lastModelId: string | undefined;
  /** The assistant that the person chose in this tab, null for none; undefined for that of the message before. */
  readonly assistant: AnswerAssistant | null | undefined;
  /** The assistant of the message before. */
  readonly lastAssistant: AnswerAssistant | undefined;
  /** A message of the shown branch; by default the newest branch is shown. */
  readonly branch: string | undefined;
  /** Documents that questions are answered from. */
  readonly scope: Scope;
  /** The collection with the attachments. */
  readonly attachedId: string | undefined;
  /** Running steps, newest last. */
  readonly steps: readonly StatusData[];
  /** True while the stream reader is being loaded for a question. */
  readonly isOpening: boolean;
  readonly isLoading: boolean;
  readonly isReconnecting: boolean;
  /** True after an answer to a question of this tab. */
  readonly hasAnswered: boolean;
  readonly error: Error | undefined;
}

/** Time within which most models have written a title. */
const titleMs = 5_000;
const reconnectWaitsMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

const nameWaitsMs = [1_000, 10_000];

/** Minimum time between two renders of a growing answer. */
const renderMs = 60;

/**
 * A conversation in this tab. It outlives the pages, so that an answer continues while another page
 * is open and after a lost connection. The stream reader is loaded with the first answer.
 */
export class ChatSession {
  readonly #listeners = new Set<() => void>();
  readonly #onNamed: (session: ChatSession, id: string) => void;
  #state: ChatSessionState;
  #chat: Promise<StoredChatSession> | undefined;
  #failures = 0;
  /** True from a question until the first part of its answer. */
  #isUnsent = false;
  /** True once mode and scope are those of the conversation. */
  #isTakenUp: boolean;
  #rendering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    conversationId: string | undefined,
    onNamed: (session: ChatSession, id: string) => void,
    initial: Partial<ChatSessionState> = {},
  ) {
    this.#onNamed = onNamed;
    this.#isTakenUp = conversationId === undefined;
    this.#state = {
      conversationId,
      messages: [],
      status: 'ready',
      mode: 'knowledge',
      modelId: undefined,
      lastModelId: undefined,
      assistant: undefined,
      lastAssistant: undefined,
      branch: undefined,
      scope: wholeScope,
      attachedId: undefined,
      steps: [],
      isOpening: false,
      isLoading: conversationId !== undefined,
      isReconnecting: false,
      hasAnswered: false,
      error: undefined,
      ...initial,
    };
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = () => this.#state;

  update(change: Partial<ChatSessionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#notify();
  }

  get isBusy(): boolean {
    return isBusyState(this.#state);
  }

  /** Reads the messages and follows a running answer. */
  async load(): Promise<void> {
    const { conversationId, branch, isReconnecting } = this.#state;
    if (this.isBusy) return;
    if (isReconnecting && this.#isUnsent) {
      await this.#sendAgain();
      return;
    }
    if (!conversationId) return;
    try {
      const [messages, conversation] = await Promise.all([
        listMessages(conversationId, branch),
        this.#isTakenUp ? undefined : call('getConversation', { params: { id: conversationId } }),
      ]);
      if (conversation) this.#resume(conversation, messages);
      const last = messages.at(-1);
      const isRunning = last?.role === 'assistant' && last.status === 'running';
      const settled = isRunning ? messages.slice(0, -1) : messages;
      if (this.isBusy || branch !== this.#state.branch) return;
      this.#failures = 0;
      const read = settled.map((message) => toChatMessage(conversationId, message));
      this.update({
        // Unchanged messages keep their identity and are not rendered again.
        messages: replaceEqualDeep(this.#state.messages, read),
        isLoading: false,
        isReconnecting: false,
        error: undefined,
      });
      if (isRunning) await this.#follow();
    } catch (error) {
      this.update({ isLoading: false });
      this.#fail(error as Error);
    }
  }

  async ask(text: string): Promise<void> {
    const chat = await this.#begin();
    if (!chat) restoreDraft(this.#state.conversationId, text);
    this.#isUnsent = chat !== undefined;
    await chat?.sendMessage({ text, metadata: {} });
  }

  /** Asks an edited question in a new branch. */
  async edit(messageId: string, text: string): Promise<void> {
    const { messages } = this.#state;
    const index = messages.findIndex(({ id }) => id === messageId);
    if (index < 0) return;
    const chat = await this.#begin(messages.slice(0, index));
    this.#isUnsent = chat !== undefined;
    await chat?.sendMessage({ text, metadata: { edits: messageId } });
  }

  /** Asks for another answer in a new branch, by default of the same model. */
  async regenerate(messageId: string, modelId?: string): Promise<void> {
    const chat = await this.#begin();
    this.#isUnsent = false;
    await chat?.regenerate({ messageId, body: { model: modelId } });
  }

  async showBranch(messageId: string): Promise<void> {
    this.update({ branch: messageId });
    await this.load();
  }

  /** Decides on a pending tool call and follows the answer. */
  async decide(approvalId: string, decision: 'approve' | 'deny'): Promise<void> {
    const { conversationId } = this.#state;
    if (!conversationId) return;
    const params = { id: conversationId, approval_id: approvalId };
    const parts = stream('decideApproval', { params, body: { decision } });
    await parts.next();
    void parts.return(undefined);
    await this.load();
  }

  /** Rates an answer; undefined removes the rating. */
  async rate(messageId: string, feedback: MessageFeedback | undefined): Promise<void> {
    const { conversationId } = this.#state;
    if (!conversationId) return;
    const params = { id: conversationId, message_id: messageId };
    if (feedback) {
      const { rating, reason } = feedback;
      await call('rateMessage', { params, body: { rating, ...(reason && { reason }) } });
    } else await call('unrateMessage', { params });
    const messages = this.#state.messages.map((message) =>
      message.id === messageId
        ? { ...message, metadata: { ...message.metadata, feedback: feedback ?? null } }
        : message,
    );
    this.update({ messages });
  }

  /** Stops the running answer. Its text so far is kept. */
  async stop(): Promise<void> {
    const { conversationId } = this.#state;
    if (conversationId) await call('stopConversation', { params: { id: conversationId } });
    else await (await this.#createStoredChat()).stop();
  }

  /** Returns the chat for a new turn, or undefined while another one is running. */
  async #begin(messages = this.#state.messages): Promise<StoredChatSession | undefined> {
    if (this.isBusy) return undefined;
    this.#failures = 0;
    const before = this.#state.messages;
    const fresh = { branch: undefined, steps: [], hasAnswered: false, error: undefined };
    this.update({ ...fresh, messages, isOpening: true });
    try {
      return await this.#createStoredChat();
    } catch (error) {
      this.update({ messages: before, error: error as Error });
      return undefined;
    } finally {
      this.update({ isOpening: false });
    }
  }

  /** Continues with the mode, model and scope of the last question. */
  #resume(
    { mode, model_id: modelId }: Pick<Conversation, 'mode' | 'model_id'>,
    messages: readonly Message[],
  ): void {
    if (this.#isTakenUp) return;
    this.#isTakenUp = true;
    const last = messages.findLast(({ role }) => role === 'assistant');
    const filter = messages.findLast(({ role }) => role === 'user')?.collection_filter;
    const { scope, attachedId } = this.#state;
    // A scope that the person has chosen meanwhile is kept.
    const isUntouched = isWhole(scope) || (attachedId && scope.collectionIds[0] === attachedId);
    this.update({
      mode,
      lastModelId: modelId ?? undefined,
      lastAssistant: last?.assistant,
      ...(filter && isUntouched && { scope: fromScopeFilter(filter) }),
    });
  }

  async #follow(): Promise<void> {
    const chat = await this.#createStoredChat();
    chat.clearError();
    const { messages } = this.#state;
    await chat.resumeStream();
    const { messages: followed, error, isReconnecting } = this.#state;
    // The answer was complete before its stream was requested, so nothing was sent.
    if (followed === messages && !error && !isReconnecting) await this.load();
  }

  #createStoredChat(): Promise<StoredChatSession> {
    this.#chat ??= this.#createChat().catch((error: unknown) => {
      this.#chat = undefined;
      throw error;
    });
    return this.#chat;
  }

  async #createChat(): Promise<StoredChatSession> {
    const [{ createStoredChat }, { createChatTransport }] = await Promise.all([
      import('./stored-chat.ts'),
      import('./chat-transport.ts'),
    ]);
    const session = this;
    return createStoredChat(
      {
        get messages() {
          return session.#state.messages;
        },
        get status() {
          return session.#state.status;
        },
        update: (change) => this.#applyChatChange(change),
      },
      {
        generateId: createId,
        transport: createChatTransport(() => this.#state),
        onData: (part) => {
          if (part.type === 'data-status') {
            this.update({ steps: [...this.#state.steps, part.data] });
          }
        },
        onFinish: ({ message }) => this.#finish(message),
        onError: (error) => this.#fail(error),
      },
    );
  }

  #applyChatChange(change: Partial<Pick<ChatSessionState, 'messages' | 'status'>>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#state.messages.at(-1)?.role === 'assistant') this.#isUnsent = false;
    this.#learnName();
    if (change.status !== undefined || !this.isBusy) this.#notify();
    else this.#rendering ??= setTimeout(() => this.#notify(), renderMs);
  }

  #notify(): void {
    clearTimeout(this.#rendering);
    this.#rendering = undefined;
    for (const listener of this.#listeners) listener();
  }

  #learnName(): void {
    const named = this.#state.messages.at(-1)?.metadata?.conversation_id;
    if (!named || this.#state.conversationId === named) return;
    this.update({ conversationId: named });
    this.#onNamed(this, named);
    const { attachedId } = this.#state;
    if (attachedId) void nameAttached(attachedId, named);
    void refreshQueries(conversationsQuery);
  }

  #finish(message: ChatMessage): void {
    this.update({ steps: [], hasAnswered: true });
    if (message.role === 'assistant') this.#failures = 0;
    // The stored messages include the branches.
    setTimeout(() => void this.load());
    const refresh = () => refreshQueries(conversationsQuery);
    void refresh();
    // A model may write the title after the first answer.
    if (this.#state.messages.length <= 2) setTimeout(() => void refresh(), titleMs);
  }

  #fail(error: Error): void {
    const isRefused = error instanceof ApiError && error.status !== 0;
    const wasAccepted = this.#state.messages.at(-1)?.role === 'assistant';
    const isUnsent = this.#isUnsent && error instanceof ApiError;
    const isLost = !isRefused && !(error instanceof TurnFailure);
    if (isLost && (isUnsent || this.#state.conversationId)) {
      this.#reconnect();
      return;
    }
    this.update({ error, steps: [] });
    if (!wasAccepted) this.#restoreQuestion();
  }

  /**
   * Sends the question again after a lost connection, or reloads, because the suite continues the
   * answer.
   */
  #reconnect(): void {
    const waitMs = reconnectWaitsMs[Math.min(this.#failures, reconnectWaitsMs.length - 1)];
    this.#failures += 1;
    this.update({ isReconnecting: true, error: undefined });
    const again = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      void this.load();
    };
    const timer = setTimeout(again, waitMs);
    addEventListener('online', again);
  }

  /** The suite recognises a question that it has received already by the id of its message. */
  async #sendAgain(): Promise<void> {
    const chat = await this.#createStoredChat();
    this.update({ isReconnecting: false });
    await chat.sendMessage();
  }

  /** Puts an unsent question back into the composer. */
  #restoreQuestion(): void {
    const question = this.#state.messages.at(-1);
    if (question?.role !== 'user') return;
    this.update({ messages: this.#state.messages.slice(0, -1) });
    restoreDraft(this.#state.conversationId, textOf(question));
  }
}

/** Retried when offline, because other browsers find the attachments by it. */
async function nameAttached(collectionId: string, conversationId: string): Promise<void> {
  const delayMsAfter = (_error: unknown, attempts: number) => nameWaitsMs[attempts - 1];
  await retry({ maxAttempts: nameWaitsMs.length + 1, delayMsAfter }, async () => {
    const attachments = await import('../attachments/attach-files.ts');
    await attachments.nameAttached(collectionId, conversationId);
  }).catch(() => undefined);
}

export function isBusyState({ status, isOpening }: ChatSessionState): boolean {
  return isOpening || status === 'submitted' || status === 'streaming';
}
