import type { Conversation, Message } from '@lectern/contracts';

/** Whose conversations: one user in one organisation. */
export interface Owner {
  readonly organisationId: string;
  readonly userId: string;
}

export interface Page {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Conversations of one owner. A foreign id is an unknown one: `conversation_not_found`. */
export interface Conversations {
  /** Latest first. Throws `invalid_request` for a cursor that is none. */
  list(
    owner: Owner,
    page: Page,
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }>;
  get(owner: Owner, id: string): Promise<Conversation>;
  rename(owner: Owner, id: string, title: string): Promise<Conversation>;
  /** With its turns, tool calls, parts and checkpoints; gives the ids of its turns. */
  delete(owner: Owner, id: string): Promise<readonly string[]>;
  /** Oldest first. */
  listMessages(
    owner: Owner,
    id: string,
    page: Page,
  ): Promise<{ messages: Message[]; nextCursor: string | null }>;
}
