import {
  AppError,
  type ChunkScores,
  type FoundChunk,
  type ParsedSearchRequest,
  type Principal,
  type SearchResponse,
  type SearchTrace,
  type Warning,
} from '@lectern/contracts';
import {
  type FusedCandidate,
  fuse,
  IndexTimeoutError,
  IndexUnavailableError,
  toRelevance,
} from '@lectern/retrieval';
import { sql } from 'kysely';
import { loadAccess } from '../access/load-access.ts';
import { loadEffectiveSettings } from '../collections/load-settings.ts';
import type { Database } from '../database/tables.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { findHighlights } from './find-highlights.ts';
import { type LoadedChunk, loadChunks, loadNeighbours, type Neighbour } from './load-chunks.ts';
import { type Recall, type RecallDependencies, recallCandidates } from './recall-candidates.ts';
import { applyRecency } from './recency.ts';
import { resolveScope, type SearchScope } from './resolve-scope.ts';
import type { SearchSettings } from './search-settings.ts';
import { type ObserveStage, type StageClock, startStageClock } from './stage-clock.ts';

export interface SearchDependencies extends RecallDependencies {
  readonly database: Database;
  readonly searchIndex: SearchIndex;
  readonly settings: SearchSettings;
  readonly observeStage: ObserveStage;
}

/** A candidate whose text was loaded. */
export interface RankedChunk {
  readonly candidate: FusedCandidate;
  readonly chunk: LoadedChunk;
  readonly score: number;
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
    loadRanked(database, organisationId, fused, request),
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
  return {
    chunks: ranked.map((entry) => toFoundChunk(entry, request, recall, neighbours, dependencies)),
    total: ranked.length,
    query: request.query,
    search_time_ms: clock.elapsedMs(),
    warnings,
    ...(request.explain && {
      trace: toTrace(request, recall, fusion, fused, ranked, hidden, source.generation, clock),
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
  fused: readonly FusedCandidate[],
  { limit, recency_boost: recencyBoost }: ParsedSearchRequest,
): Promise<{ ranked: RankedChunk[]; hidden: ReadonlySet<string> }> {
  const hidden = new Set<string>();
  const visible: RankedChunk[] = [];
  let from = 0;
  let size = recencyBoost > 0 ? fused.length : Math.ceil(limit * overFetch);
  // At most one refill.
  for (let round = 0; round < 2 && from < fused.length && visible.length < limit; round += 1) {
    const batch = fused.slice(from, from + size);
    const loaded = await loadChunks(
      database,
      organisationId,
      batch.map(({ chunkId }) => chunkId),
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

function toScores(candidate: FusedCandidate): ChunkScores {
  return {
    dense_distance: candidate.denseDistance,
    bm25: candidate.bm25,
    dense_normalized: candidate.denseNormalized,
    bm25_normalized: candidate.bm25Normalized,
    fused: candidate.fused,
    rerank: null,
    relevance: toRelevance(candidate),
  };
}

function toFoundChunk(
  { candidate, chunk, score }: RankedChunk,
  request: ParsedSearchRequest,
  { terms }: Recall,
  neighbours: ReadonlyMap<string, readonly Neighbour[]>,
  { analyzer }: SearchDependencies,
): FoundChunk {
  return {
    id: chunk.id,
    text: chunk.text,
    document_id: chunk.document_id,
    document_title: chunk.title,
    collection_name: chunk.collection_name,
    score,
    position: chunk.position,
    ...(request.include_metadata && {
      metadata: {
        ...chunk.metadata,
        page: chunk.page,
        section: chunk.section.join(' > ') || null,
        start: chunk.start_offset,
        end: chunk.end_offset,
        file_name: chunk.file_name,
        external_id: chunk.external_id,
        url: chunk.url,
        created_at: chunk.created_at.toISOString(),
      },
      scores: toScores(candidate),
    }),
    ...(request.highlight && { highlights: findHighlights(chunk.text, terms, analyzer) }),
    ...(request.surrounding > 0 && {
      surrounding: (neighbours.get(chunk.revision) ?? [])
        .filter(
          ({ position }) =>
            position !== chunk.position &&
            Math.abs(position - chunk.position) <= request.surrounding,
        )
        .map(({ id, position, text }) => ({ id, position, text })),
    }),
  };
}

function toTrace(
  request: ParsedSearchRequest,
  recall: Recall,
  fusion: { method: SearchTrace['fusion']['method']; denseWeight: number; rrfK: number },
  fused: readonly FusedCandidate[],
  ranked: readonly RankedChunk[],
  hidden: ReadonlySet<string>,
  generation: { id: string; embeddingModel: string },
  clock: StageClock,
): SearchTrace {
  const finalRanks = new Map(ranked.map(({ chunk }, at) => [chunk.id, at + 1]));
  return {
    mode: request.mode,
    fusion: { method: fusion.method, dense_weight: fusion.denseWeight, rrf_k: fusion.rrfK },
    terms: recall.terms.map(({ term, weight }) => ({ term, weight })),
    index_generation: generation.id,
    embedding_model: generation.embeddingModel,
    candidates: fused.map((candidate) => ({
      id: candidate.chunkId,
      document_id: candidate.documentId,
      dense_rank: candidate.denseRank,
      bm25_rank: candidate.keywordRank,
      fused_rank: candidate.rank,
      rerank_rank: null,
      final_rank: finalRanks.get(candidate.chunkId) ?? null,
      scores: toScores(candidate),
    })),
    removed: fused
      .filter(({ chunkId }) => !finalRanks.has(chunkId))
      .map(({ chunkId }) =>
        hidden.has(chunkId)
          ? { id: chunkId, stage: 'load', reason: 'deleted or replaced since it was indexed' }
          : { id: chunkId, stage: 'limit', reason: 'below the last result' },
      ),
    stages: [...clock.stages],
  };
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
