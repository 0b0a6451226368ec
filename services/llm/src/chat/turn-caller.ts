import type { Grounds } from '../clients/run-tokens.ts';
import type { Owner } from '../ports/owner.ts';

/** The person who begins a turn, and the credentials of the request. */
export interface TurnCaller {
  readonly owner: Owner;
  readonly grounds: Grounds;
  /** Internal token of the request. */
  readonly token: string;
}
