import type { Principal } from '@lectern/contracts';
import type { Owner } from './owner.ts';

/** The person's credential at the start of a turn, and its scopes. */
export type Grounds = Pick<Principal, 'credential' | 'scopes'>;

export interface RunToGoOn {
  readonly owner: Owner;
  readonly grounds: Grounds;
  readonly turnId: string;
}

/** Tokens for turns that continue without a request of their person. */
export interface RunTokens {
  /**
   * Mints an internal token with the turn's scopes that the person still has.
   *
   * @throws AppError `unauthorized` when the person was disabled, has left the organisation or lost
   *   the credential, `service_unavailable` when the gateway is unavailable for a minute, or the
   *   signal's reason.
   */
  mint(run: RunToGoOn, signal: AbortSignal): Promise<string>;
}
