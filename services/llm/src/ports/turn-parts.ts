import type { StreamPart } from './stream-part.ts';

/** A part with its place in the stream of its turn. */
export interface PlacedPart {
  readonly position: number;
  readonly part: StreamPart;
}

/** What turns streamed, for replay; shared by all replicas of the service. */
export interface TurnParts {
  append(turnId: string, from: number, parts: readonly StreamPart[]): Promise<void>;
  /** Parts after a position, in order. */
  list(turnId: string, after: number): Promise<readonly PlacedPart[]>;
  /** Drops the parts of a turn that starts anew; gives the position at which its next part goes. */
  restart(turnId: string): Promise<number>;
  /** Parts of turns that ended longer ago are dropped. */
  drop(olderThanMs: number): Promise<void>;
}
