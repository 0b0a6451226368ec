import type { FeedbackEntry, MessageFeedback } from '@lectern/contracts';
import type { Owner, Page } from './conversations.ts';

/** What people think of the answers that they got. */
export interface Feedback {
  /**
   * In place of an earlier rating. Throws `conversation_not_found` and `message_not_found`, the
   * latter for what is no answer of the conversation.
   */
  save(owner: Owner, place: RatedAnswer, feedback: MessageFeedback): Promise<void>;
  /** Throws the same; nothing happens where there is no rating. */
  remove(owner: Owner, place: RatedAnswer): Promise<void>;
  /** All of an organisation, latest first. Throws `invalid_request` for a cursor that is none. */
  list(
    organisationId: string,
    page: Page & { readonly rating: MessageFeedback['rating'] | undefined },
  ): Promise<{ feedback: FeedbackEntry[]; nextCursor: string | null }>;
}

export interface RatedAnswer {
  readonly conversationId: string;
  readonly messageId: string;
}
