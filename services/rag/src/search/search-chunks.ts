import {
  AppError,
  type ParsedSearchRequest,
  type Principal,
  type SearchResponse,
} from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';
import { IndexTimeoutError, IndexUnavailableError } from '@lectern/retrieval';
import { invalidField, untilAborted } from '@lectern/service';
import { sql } from 'kysely';
import { correctSpelling } from './correct-spelling.ts';
import { type ReadQuery, readPlainQuery, readQuery } from './read-query.ts';
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
import { meanDenseWeight } from './to-trace.ts';

export interface Search {
  readonly response: SearchResponse;
  /** The query as it was searched for: with near words in place of mistyped ones. */
  readonly searched: string;
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
    const { state, response, searched } = await untilAborted(runSearch(run), run.signal);
    // A failed search may leave a query of the index running, which ends at the deadline.
    deadline.end();
    const wide = Math.max(
      options.candidateCount ?? dependencies.settings.candidateCount,
      request.limit,
    );
    return {
      response,
      searched,
      denseWeight: meanDenseWeight(state),
      isExhausted: state.dense.length < wide && state.keyword.length < wide,
    };
  } catch (error) {
    throw toSearchError(error, run.signal.aborted);
  } finally {
    dependencies.recordWork({
      kind: 'search',
      organisationId: principal.organisationId,
      durationMs: run.clock.elapsedMs(),
    });
  }
}

async function runSearch(asked: SearchRun): Promise<{
  readonly state: SearchState;
  readonly response: SearchResponse;
  readonly searched: string;
}> {
  const { state, run } = await runStages(asked);
  return { state, response: await toSearchResponse(state, run), searched: run.query.text };
}

/**
 * Repeats a search from the start if a document was replaced between retrieval and the loading of
 * texts, or if words of the query are in no passage but similar ones are.
 */
async function runStages(
  run: SearchRun,
): Promise<{ readonly state: SearchState; readonly run: SearchRun }> {
  const first = await walk(searchStages, run);
  const state = (await isReplacedMeanwhile(first, run)) ? await walk(searchStages, run) : first;
  const corrected = await correctSpelling(state, run);
  if (!corrected) return { state, run };
  return { state: await walk(searchStages, corrected), run: corrected };
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
  const problem = 'must have something to search for beside its operators';
  throw invalidField('query', problem, { rule: 'only_operators' });
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

/**
 * Returns true if a document was found only by passages of a version that no longer answers,
 * although another version does: it was replaced between retrieval and the loading of texts.
 */
async function isReplacedMeanwhile(
  { fused, ranked, removed, scope }: SearchState,
  { dependencies: { database }, principal }: SearchRun,
): Promise<boolean> {
  const hidden = new Set(removed.filter(({ stage }) => stage === 'load').map(({ id }) => id));
  if (hidden.size === 0) return false;
  const shown = new Set(ranked.map(({ chunk }) => chunk.document_id));
  const lost = fused.filter(({ chunkId }) => hidden.has(chunkId));
  const documentIds = new Set(
    lost.map(({ documentId }) => documentId).filter((id) => !shown.has(id)),
  );
  if (documentIds.size === 0) return false;
  let query = database
    .selectFrom('rag.documents')
    .select('id')
    .where(sql<boolean>`id = any(${[...documentIds]}::uuid[])`)
    .where('organisation_id', '=', principal.organisationId)
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1);
  if (scope.filter?.collectionIds) {
    query = query.where(
      sql<boolean>`collection_id = any(${[...scope.filter.collectionIds]}::uuid[])`,
    );
  }
  return (await query.executeTakeFirst()) !== undefined;
}
