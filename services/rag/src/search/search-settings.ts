import type { FusionMethod } from '@lectern/contracts';

/** Fixed settings of the search, explained in docs/decisions. */
export interface SearchSettings {
  readonly fusion: FusionMethod;
  readonly rrfK: number;
  /** Minimum candidates of each ranking. */
  readonly candidateCount: number;
  /** Minimum candidates where phrases or exclusions are checked on texts. */
  readonly checkedCandidateCount: number;
  /** Deadline of one search. */
  readonly timeoutMs: number;
  /** Candidates that the reranker reads; more if more results are requested. */
  readonly rerankCandidates: number;
  /** Time limit of reranking; past it the order is that of the fusion. */
  readonly rerankTimeoutMs: number;
  /** Time limit of spelling correction; past it the query stays as it is. */
  readonly spellingTimeoutMs: number;
  /** Maximum UTF-16 units of all texts and metadata of an answer. */
  readonly maxCharacters: number;
}

export const defaultSearchSettings: SearchSettings = {
  fusion: 'relative',
  rrfK: 60,
  candidateCount: 100,
  checkedCandidateCount: 1_000,
  timeoutMs: 10_000,
  rerankCandidates: 50,
  rerankTimeoutMs: 1_500,
  spellingTimeoutMs: 3_000,
  maxCharacters: 1_000_000,
};

/** Limits of searches with large answers, and of those that read many passages. */
export const largeSearchLimits = {
  maxRunning: 3,
  maxRunningPerTenant: 2,
  maxWaiting: 200,
  maxWaitingPerTenant: 20,
};
