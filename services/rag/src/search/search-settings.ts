import type { FusionMethod } from '@lectern/contracts';

/** Fixed choices of the search; docs/decisions says why. */
export interface SearchSettings {
  readonly fusion: FusionMethod;
  readonly rrfK: number;
  /** Candidates that each recall gives at least. */
  readonly recallSize: number;
  /** Deadline of one search. */
  readonly timeoutMs: number;
}

export const defaultSearchSettings: SearchSettings = {
  fusion: 'relative',
  rrfK: 60,
  recallSize: 100,
  timeoutMs: 10_000,
};
