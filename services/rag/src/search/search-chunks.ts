import {
  AppError,
  type ParsedSearchRequest,
  type Principal,
  type SearchResponse,
  type Warning,
} from '@lectern/contracts';
import {
  type FusedCandidate,
  fuse,
  IndexTimeoutError,
  IndexUnavailableError,
} from '@lectern/retrieval';
import { sql } from 'kysely';
import { loadAccess } from '../access/load-access.ts';
import { loadEffectiveSettings } from '../collections/load-settings.ts';
import type { Database } from '../database/tables.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { loadChunks, loadNeighbours } from './load-chunks.ts';
import type { RankedChunk } from './ranked-chunk.ts';
import { type RecallDependencies, recallCandidates } from './recall-candidates.ts';
import { applyRecency } from './recency.ts';
import { resolveScope, type SearchScope } from './resolve-scope.ts';
import type { SearchSettings } from './search-settings.ts';
import { type ObserveStage, type StageClock, startStageClock } from './stage-clock.ts';
import { toFoundChunk } from './to-found-chunk.ts';
import { toTrace } from './to-trace.ts';

export interface SearchDependencies extends RecallDependencies {
  readonly database: Database;
  readonly searchIndex: SearchIndex;
  readonly settings: SearchSettings;
  readonly observeStage: ObserveStage;
}

/**
 * Finds passages: both recalls, fusion, visible texts, recency, the best `limit`.
 * Throws `collection_not_found`, `embedding_unavailable` (mode `dense`), `search_unavailable` and
 * `search_timeout`.
 */
export async function searchChunks(
  dependencies: SearchDependencies,
  principal: Principal,
  request: ParsedSearchRequest,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const clock = startStageClock(dependencies.observeStage);
  const deadline = AbortSignal.timeout(dependencies.settings.timeoutMs);
  try {
    return await runSearch(
      dependencies,
      principal,
      request,
      AbortSignal.any([signal, deadline]),
      clock,
    );
  } catch (error) {
    throw toSearchError(error, deadline.aborted || signal.aborted);
  }
}

async function runSearch(
  dependencies: SearchDependencies,
  principal: Principal,
  request: ParsedSearchRequest,
  signal: AbortSignal,
  clock: StageClock,
): Promise<SearchResponse> {
  const { database, searchIndex, settings } = dependencies;
  const { organisationId } = principal;
  const scope = await clock.time('scope', async () => {
    const access = await loadAccess(database, principal);
    return resolveScope(database, access, request.collection_filter, request.metadata_filter);
  });
  const source = await searchIndex.current();
  const recall = await recallCandidates(
    dependencies,
    source,
    {
      organisationId,
      query: request.query,
      mode: request.mode,
      limit: Math.max(settings.recallSize, request.limit),
      filter: scope.filter,
      signal,
    },
    clock,
  );
  const fusion = {
    method: request.fusion ?? settings.fusion,
    denseWeight: await chooseDenseWeight(dependencies, request, scope),
    rrfK: settings.rrfK,
  };
  const fused = clock.timeSync('fuse', () => fuse(recall, fusion));
  const { ranked, hidden } = await clock.time('load', () =>
    loadRanked(database, organisationId, scope, fused, request),
  );
  signal.throwIfAborted();
  const neighbours = await loadNeighbours(
    database,
    ranked.map(({ chunk }) => chunk),
    request.surrounding,
  );
  const warnings = [
    ...recall.warnings,
    ...(await explainEmptiness(database, organisationId, scope, ranked)),
  ];
  if (request.rerank) {
    warnings.push({
      code: 'rerank_unavailable',
      message: 'No reranker is set up; the order is by fusion.',
    });
  }
  const shown = { request, terms: recall.terms, neighbours, analyzer: dependencies.analyzer };
  return {
    chunks: ranked.map((entry) => toFoundChunk(entry, shown)),
    total: ranked.length,
    query: request.query,
    search_time_ms: clock.elapsedMs(),
    warnings,
    ...(request.explain && {
      trace: toTrace({
        request,
        terms: recall.terms,
        fusion,
        fused,
        ranked,
        hidden,
        generation: source.generation,
        clock,
      }),
    }),
  };
}

async function chooseDenseWeight(
  { database, embedder }: SearchDependencies,
  { mode }: ParsedSearchRequest,
  { requested }: SearchScope,
): Promise<number> {
  if (mode !== 'hybrid') return mode === 'dense' ? 1 : 0;
  const [only, ...others] = requested;
  if (!only || others.length > 0) return embedder.denseWeight;
  const settings = await loadEffectiveSettings(database, [only]);
  return settings.get(only)?.retrieval?.dense_weight ?? embedder.denseWeight;
}

/** Half as many again as are wanted, since some may have been deleted or replaced meanwhile. */
const overFetch = 1.5;

async function loadRanked(
  database: Database,
  organisationId: string,
  { filter }: SearchScope,
  fused: readonly FusedCandidate[],
  { limit, recency_boost: recencyBoost, explain }: ParsedSearchRequest,
): Promise<{ ranked: RankedChunk[]; hidden: ReadonlySet<string> }> {
  const hidden = new Set<string>();
  const visible: RankedChunk[] = [];
  let from = 0;
  // A trace names visible candidates alone, so for it all of them are looked up.
  let size = recencyBoost > 0 || explain ? fused.length : Math.ceil(limit * overFetch);
  // At most one refill.
  for (let round = 0; round < 2 && from < fused.length && visible.length < limit; round += 1) {
    const batch = fused.slice(from, from + size);
    const loaded = await loadChunks(
      database,
      organisationId,
      batch.map(({ chunkId }) => chunkId),
      filter?.collectionIds,
    );
    for (const candidate of batch) {
      const chunk = loaded.get(candidate.chunkId);
      if (chunk) visible.push({ candidate, chunk, score: candidate.fused });
      else hidden.add(candidate.chunkId);
    }
    from += batch.length;
    size = fused.length;
  }
  const ordered = recencyBoost > 0 ? applyRecency(visible, recencyBoost, new Date()) : visible;
  return { ranked: ordered.slice(0, limit), hidden };
}

async function explainEmptiness(
  database: Database,
  organisationId: string,
  { filter }: SearchScope,
  ranked: readonly RankedChunk[],
): Promise<Warning[]> {
  if (ranked.length > 0) return [];
  let query = database
    .selectFrom('rag.documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1);
  if (filter?.collectionIds) {
    query = query.where(sql<boolean>`collection_id = any(${[...filter.collectionIds]}::uuid[])`);
  }
  if (await query.executeTakeFirst()) return [];
  return [{ code: 'collection_empty', message: 'There are no searchable documents here yet.' }];
}

function toSearchError(error: unknown, outOfTime: boolean): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof IndexTimeoutError || outOfTime) {
    return new AppError('search_timeout', undefined, { cause: error });
  }
  if (error instanceof IndexUnavailableError) {
    return new AppError('search_unavailable', undefined, { cause: error });
  }
  return error;
}
