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

export interface MessagePage extends Page {
  /** A message of the branch that is wanted; without it the newest branch. */
  readonly branch: string | undefined;
}

/** Conversations of one owner. A foreign id is an unknown one: `conversation_not_found`. */
export interface Conversations {
  /**
   * Latest first; with `query` those that hold it in title, questions or answers. Throws
   * `invalid_request` for a cursor that is none.
   */
  list(
    owner: Owner,
    page: Page & { readonly query: string | undefined },
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }>;
  get(owner: Owner, id: string): Promise<Conversation>;
  rename(owner: Owner, id: string, title: string): Promise<Conversation>;
  /** With its turns, tool calls, parts and checkpoints; gives the ids of its turns. */
  delete(owner: Owner, id: string): Promise<readonly string[]>;
  /** One branch, oldest first. Throws `message_not_found` where the wanted branch has none. */
  listMessages(
    owner: Owner,
    id: string,
    page: MessagePage,
  ): Promise<{ messages: Message[]; nextCursor: string | null }>;
}
