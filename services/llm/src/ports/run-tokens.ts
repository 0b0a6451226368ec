import type { Principal } from '@lectern/contracts';
import type { Owner } from './owner.ts';

/** What a person identified with when they began a turn, and what it allowed. */
export type Grounds = Pick<Principal, 'credential' | 'scopes'>;

export interface RunToGoOn {
  readonly owner: Owner;
  readonly grounds: Grounds;
  readonly turnId: string;
}

/** Tokens for turns that go on without a request of their person. */
export interface RunTokens {
  /**
   * A fresh internal token of a person, with what the turn had and they still have.
   * @throws AppError `unauthorized` when they were disabled, are no longer a member or what they
   *   identified with has ended, `service_unavailable` when nobody answers for a minute, and the
   *   signal's reason.
   */
  mint(run: RunToGoOn, signal: AbortSignal): Promise<string>;
}
