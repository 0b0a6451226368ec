import type { Owner } from './conversations.ts';

/** Tokens for turns that go on without a request of their person. */
export interface RunTokens {
  /**
   * A fresh internal token of a person, with the rights that they have now. Throws `unauthorized`
   * when they were disabled or are no longer a member, `service_unavailable` when nobody answers.
   */
  mint(owner: Owner, turnId: string): Promise<string>;
}
