import type { Owner } from '../ports/owner.ts';
import type { Grounds } from '../ports/run-tokens.ts';

/** The person who begins a turn, and the credentials of the request. */
export interface TurnCaller {
  readonly owner: Owner;
  readonly grounds: Grounds;
  /** Internal token of the request. */
  readonly token: string;
}
