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
import type { FairQueue, Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { ActiveIndex } from '../index-versions/active-index.ts';
import type { IndexVersion } from '../index-versions/index-version.ts';
import type { RecordWork } from '../quotas/slow-work.ts';
import type { KnownWords } from './known-words.ts';
import type { LoadedChunk } from './load-chunks.ts';
import type { ReadQuery } from './read-query.ts';
import type { SearchScope } from './resolve-scope.ts';
import type { RetrieveDependencies } from './retrieve-candidates.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SignatureCache } from './signature-cache.ts';
import type { ObserveStage, StageClock } from './stage-clock.ts';

export interface SearchDependencies extends RetrieveDependencies {
  readonly database: Database;
  readonly searchIndex: Pick<ActiveIndex, 'current'>;
  readonly reranker: Reranker;
  /** Shared between searches. */
  readonly knownWords: KnownWords;
  /** Shared between searches. */
  readonly signatureCache: SignatureCache;
  /** Shared between searches: those that take a large part of a second of this process. */
  readonly largeSearches: FairQueue;
  readonly isCommonWord: IsCommonWord;
  readonly settings: SearchSettings;
  readonly observeStage: ObserveStage;
  readonly recordWork: RecordWork;
  readonly logger: Logger;
}

/** Options of callers inside the service, besides the request. */
export interface SearchOptions {
  /** Minimum candidates of each ranking; default: that of the settings. */
  readonly candidateCount?: number;
  /** Maximum number of documents: those with the best passages. */
  readonly documents?: number;
  /** True if the query may contain operators; otherwise it is used unchanged. */
  readonly readsOperators?: boolean;
}

/** Context that stays the same from stage to stage. */
export interface SearchRun {
  readonly dependencies: SearchDependencies;
  readonly principal: Principal;
  readonly request: ParsedSearchRequest;
  /** The parsed query of the request. */
  readonly query: ReadQuery;
  /** Words that no passage contains, with their corrections. */
  readonly corrections: readonly Correction[];
  readonly options: SearchOptions;
  /** Aborted at the deadline, or when the caller has left. */
  readonly signal: AbortSignal;
  readonly clock: StageClock;
}

export interface RankedChunk {
  readonly candidate: FusedCandidate;
  readonly chunk: LoadedChunk;
  /** Score of the last stage. */
  readonly score: number;
  /** Null if no reranker scored it. */
  readonly rerank: { readonly score: number; readonly rank: number } | null;
  /** Passage of a newer version of the document, which goes before this one. */
  readonly newer?: LoadedChunk;
  /** Duplicate passages, the best first. */
  readonly places?: readonly RankedChunk[];
}

export interface RemovedCandidate {
  readonly id: string;
  readonly stage: string;
  readonly reason: string;
}

/** State of a search. A stage returns a new state and never changes the given one. */
export interface SearchState {
  readonly scope: SearchScope;
  /** Weights of the dense ranking that collections have of their own, by collection id. */
  readonly setWeights: ReadonlyMap<string, number>;
  readonly indexVersion: IndexVersion | undefined;
  readonly terms: readonly WeightedTerm[];
  readonly dense: readonly DenseHit[];
  readonly keyword: readonly KeywordHit[];
  readonly fusion: Required<FusionOptions>;
  /** Every candidate of both rankings, best first. */
  readonly fused: readonly FusedCandidate[];
  /** Visible candidates in the last stage's order. */
  readonly ranked: readonly RankedChunk[];
  /** By chunk id, 0 to 1. */
  readonly relevance: ReadonlyMap<string, number>;
  readonly removed: readonly RemovedCandidate[];
  readonly warnings: readonly Warning[];
  readonly trace: SearchTrace | undefined;
}

/** One step of a search. Stages know only the state, not each other. */
export interface SearchStage {
  readonly name: string;
  /** True if the parts of the stage are timed separately. */
  readonly timesItself?: boolean;
  run(state: SearchState, run: SearchRun): SearchState | Promise<SearchState>;
}
