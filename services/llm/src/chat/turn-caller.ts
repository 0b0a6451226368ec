import type { Owner } from '../ports/owner.ts';
import type { Grounds } from '../ports/run-tokens.ts';

/** In whose name a turn begins, and by what. */
export interface TurnCaller {
  readonly owner: Owner;
  readonly grounds: Grounds;
  /** The internal token that the request came with. */
  readonly token: string;
}
