import type { FusionMethod } from '@lectern/contracts';

/** Fixed choices of the search; docs/decisions says why. */
export interface SearchSettings {
  readonly fusion: FusionMethod;
  readonly rrfK: number;
  /** Candidates that each recall gives at least. */
  readonly recallSize: number;
  /** The same where phrases or exclusions are checked on texts. */
  readonly checkedRecallSize: number;
  /** Deadline of one search. */
  readonly timeoutMs: number;
  /** Candidates that the reranker reads; more where more results are asked for. */
  readonly rerankCandidates: number;
  /** Its share of the time; without an answer in it the order is that of the fusion. */
  readonly rerankTimeoutMs: number;
  /** Longest search for near words of mistyped ones; past it the query stays as it is. */
  readonly spellingTimeoutMs: number;
}

export const defaultSearchSettings: SearchSettings = {
  fusion: 'relative',
  rrfK: 60,
  recallSize: 100,
  checkedRecallSize: 1_000,
  timeoutMs: 10_000,
  rerankCandidates: 50,
  rerankTimeoutMs: 1_500,
  spellingTimeoutMs: 3_000,
};
