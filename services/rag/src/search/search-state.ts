import type { ParsedSearchRequest, Principal, SearchTrace, Warning } from '@lectern/contracts';
import type {
  Correction,
  DenseHit,
  FusedCandidate,
  FusionOptions,
  IsCommonWord,
  KeywordHit,
  Reranker,
  WeightedTerm,
} from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { ActiveIndex } from '../index-versions/active-index.ts';
import type { IndexVersion } from '../index-versions/index-version.ts';
import type { KnownWords } from './known-words.ts';
import type { LoadedChunk } from './load-chunks.ts';
import type { ReadQuery } from './read-query.ts';
import type { SearchScope } from './resolve-scope.ts';
import type { RecallDependencies } from './retrieve-candidates.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SignatureCache } from './signature-cache.ts';
import type { ObserveStage, StageClock } from './stage-clock.ts';

export interface SearchDependencies extends RecallDependencies {
  readonly database: Database;
  readonly searchIndex: Pick<ActiveIndex, 'current'>;
  readonly reranker: Reranker;
  /** Of the dense recall, by the query's language. */
  /** Kept from search to search. */
  readonly knownWords: KnownWords;
  /** Kept from search to search. */
  readonly signatureCache: SignatureCache;
  readonly isCommonWord: IsCommonWord;
  readonly settings: SearchSettings;
  readonly observeStage: ObserveStage;
  readonly logger: Logger;
}

/** What callers inside the service may ask beside the request. */
export interface SearchOptions {
  /** Candidates that each recall gives at least; the settings' number unless given. */
  readonly recallSize?: number;
  /** Passages of so many documents alone: those with the best passages. */
  readonly documents?: number;
  /** Whether the query may hold operators; else it is a question as it stands. */
  readonly readsOperators?: boolean;
}

/** What stays the same from stage to stage. */
export interface SearchRun {
  readonly dependencies: SearchDependencies;
  readonly principal: Principal;
  readonly request: ParsedSearchRequest;
  /** The request's query as it was meant. */
  readonly query: ReadQuery;
  /** Words that no passage holds, and what the query has in their place. */
  readonly corrections: readonly Correction[];
  readonly options: SearchOptions;
  /** Aborted at the deadline, or when the caller is gone. */
  readonly signal: AbortSignal;
  readonly clock: StageClock;
}

/** A candidate whose text was loaded. */
export interface RankedChunk {
  readonly candidate: FusedCandidate;
  readonly chunk: LoadedChunk;
  /** The last stage's. */
  readonly score: number;
  /** Null where no reranker read it. */
  readonly rerank: { readonly score: number; readonly rank: number } | null;
  /** Passages that say the same, the best first. */
  readonly places?: readonly RankedChunk[];
}

export interface RemovedCandidate {
  readonly id: string;
  readonly stage: string;
  readonly reason: string;
}

/** What is known so far. A stage gives a new state; it never changes the one that it was given. */
export interface SearchState {
  readonly scope: SearchScope;
  /** Weights of the dense ranking that collections have of their own, by collection id. */
  readonly setWeights: ReadonlyMap<string, number>;
  readonly indexVersion: IndexVersion | undefined;
  readonly terms: readonly WeightedTerm[];
  readonly dense: readonly DenseHit[];
  readonly keyword: readonly KeywordHit[];
  readonly fusion: Required<FusionOptions>;
  /** Every candidate of both recalls, best first. */
  readonly fused: readonly FusedCandidate[];
  /** Visible candidates in the last stage's order. */
  readonly ranked: readonly RankedChunk[];
  /** By chunk id, 0 to 1. */
  readonly relevance: ReadonlyMap<string, number>;
  readonly removed: readonly RemovedCandidate[];
  readonly warnings: readonly Warning[];
  readonly trace: SearchTrace | undefined;
}

/** One step of a search. Stages know the state alone, not one another. */
export interface SearchStage {
  readonly name: string;
  /** True where the stage's parts are timed by themselves. */
  readonly timesItself?: boolean;
  run(state: SearchState, run: SearchRun): SearchState | Promise<SearchState>;
}
