import {
  AppError,
  type ParsedSearchRequest,
  type Principal,
  type SearchResponse,
} from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';
import { IndexTimeoutError, IndexUnavailableError } from '@lectern/retrieval';
import { untilAborted } from '@lectern/service';
import { correctSpelling } from './correct-spelling.ts';
import { type ReadQuery, readPlainQuery, readQuery } from './read-query.ts';
import { isReplacedMeanwhile } from './replaced-meanwhile.ts';
import { searchStages } from './search-stages.ts';
import type {
  SearchDependencies,
  SearchOptions,
  SearchRun,
  SearchStage,
  SearchState,
} from './search-state.ts';
import { startStageClock } from './stage-clock.ts';
import { toSearchResponse } from './to-search-response.ts';
import { meanDenseWeight } from './used-dense-weight.ts';

export interface Search {
  readonly response: SearchResponse;
  /** Weight of the dense ranking in the fusion, 0 to 1. */
  readonly denseWeight: number;
  /** True if the index returned all matches: a larger limit finds no more. */
  readonly isExhausted: boolean;
}

/** The principal of a search, and its deadline. */
export interface Asker {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Initial state of a search. */
const nothingKnown: SearchState = {
  scope: { filter: undefined, warnings: [] },
  setWeights: new Map(),
  indexVersion: undefined,
  terms: [],
  dense: [],
  keyword: [],
  fusion: { method: 'rrf', denseWeight: 0, rrfK: 60 },
  fused: [],
  ranked: [],
  relevance: new Map(),
  removed: [],
  warnings: [],
  trace: undefined,
};

/**
 * Finds passages, stage by stage.
 * @throws AppError `collection_not_found`, `invalid_request` for an impossible filter,
 *   `embedding_unavailable` (mode `dense`), `search_unavailable`, and `search_timeout` past the
 *   deadline, whatever the cause.
 */
export async function searchChunks(
  dependencies: SearchDependencies,
  request: ParsedSearchRequest,
  { principal, signal, ...options }: SearchOptions & Asker,
): Promise<Search> {
  const deadline = startTimeout(dependencies.settings.timeoutMs);
  const run: SearchRun = {
    dependencies,
    principal,
    request,
    query: understand(request.query, options),
    corrections: [],
    options,
    signal: AbortSignal.any([signal, deadline.signal]),
    clock: startStageClock(dependencies.observeStage),
  };
  try {
    const { state, response } = await untilAborted(runSearch(run), run.signal);
    // A failed search may leave a query of the index running, which ends at the deadline.
    deadline.end();
    const wide = Math.max(
      options.candidateCount ?? dependencies.settings.candidateCount,
      request.limit,
    );
    return {
      response,
      denseWeight: meanDenseWeight(state),
      isExhausted: state.dense.length < wide && state.keyword.length < wide,
    };
  } catch (error) {
    throw toSearchError(error, run.signal.aborted);
  }
}

async function runSearch(
  run: SearchRun,
): Promise<{ readonly state: SearchState; readonly response: SearchResponse }> {
  const state = await runStages(run);
  return { state, response: await toSearchResponse(state, run) };
}

/**
 * Repeats a search from the start if a document was replaced between retrieval and the loading of
 * texts, or if words of the query are in no passage but similar ones are.
 */
async function runStages(run: SearchRun): Promise<SearchState> {
  const first = await walk(searchStages, run);
  const state = (await isReplacedMeanwhile(first, run)) ? await walk(searchStages, run) : first;
  const corrected = await correctSpelling(state, run);
  return corrected ? walk(searchStages, corrected) : state;
}

async function walk(stages: readonly SearchStage[], run: SearchRun): Promise<SearchState> {
  const { clock, signal } = run;
  let state = nothingKnown;
  for (const stage of stages) {
    signal.throwIfAborted();
    const before = state;
    const work = async () => stage.run(before, run);
    state = await (stage.timesItself ? work() : clock.time(stage.name, work));
  }
  return state;
}

function understand(text: string, { readsOperators }: SearchOptions): ReadQuery {
  const query = readsOperators ? readQuery(text) : readPlainQuery(text);
  if (query.text !== '') return query;
  const message = 'query: must have something to search for beside its operators';
  throw new AppError('invalid_request', message, { details: { field: 'query' } });
}

function toSearchError(error: unknown, isOutOfTime: boolean): unknown {
  if (error instanceof IndexTimeoutError || isOutOfTime) {
    return new AppError('search_timeout', undefined, { cause: error });
  }
  if (error instanceof IndexUnavailableError) {
    return new AppError('search_unavailable', undefined, { cause: error });
  }
  return error;
}
