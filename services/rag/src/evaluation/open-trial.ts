import {
  AppError,
  type CollectionFilter,
  type EvaluationSettingResult,
  type Principal,
} from '@lectern/contracts';
import type { Embedder, HybridIndex, IndexFilter } from '@lectern/retrieval';
import { sql } from 'kysely';
import { loadAccess } from '../access/load-access.ts';
import { createIndexObjects } from '../index-versions/create-index-objects.ts';
import { embedBySlices } from '../index-versions/embed-by-slices.ts';
import { readPlainQuery } from '../search/read-query.ts';
import { resolveScope } from '../search/resolve-scope.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { evaluationLimits } from './evaluation-limits.ts';

export interface TrialOptions {
  /** Closed with the trial. */
  readonly embedder: Embedder;
  readonly principal: Principal;
  /** Collections whose passages are embedded; default: all. */
  readonly collectionFilter: CollectionFilter | undefined;
  readonly onEmbedded: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Trial extends AsyncDisposable {
  /** Searches by the tried model's vectors, and by keyword without a change. */
  readonly search: SearchDependencies;
  readonly embedded: NonNullable<EvaluationSettingResult['embedded']>;
}

interface TrialPassage {
  readonly id: string;
  readonly documentId: string;
  readonly collectionId: string;
  readonly page: number | null;
  readonly vector: Float32Array;
}

const documentsAtOnce = 10;

/**
 * Embeds the passages of collections with another model, in memory beside the index.
 * @throws AppError `invalid_request` for more passages than a trial may have,
 *   `embedding_unavailable`.
 */
export async function openTrial(
  search: SearchDependencies,
  { embedder, principal, collectionFilter, onEmbedded, signal }: TrialOptions,
): Promise<Trial> {
  await using own = new AsyncDisposableStack();
  own.defer(() => embedder.close());
  const startedAt = performance.now();
  const { database, analyzer } = search;
  const documentIds = await listDocuments(search, { principal, collectionFilter });
  const bySlices = embedBySlices(embedder, {
    embedSlice: (texts) => embedder.embedDocuments(texts, { signal }),
    onEmbedded,
  });
  const passages: TrialPassage[] = [];
  for (let from = 0; from < documentIds.length; from += documentsAtOnce) {
    signal.throwIfAborted();
    const ids = documentIds.slice(from, from + documentsAtOnce);
    const objects = await createIndexObjects({ database, analyzer, embedder: bySlices }, ids);
    for (const { id, documentId, collectionId, page, vector } of [...objects.values()].flat()) {
      if (vector) passages.push({ id, documentId, collectionId, page, vector });
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const opened = own.move();
  return {
    search: {
      ...search,
      embedder,
      searchIndex: {
        async current() {
          const { index, indexVersion } = await search.searchIndex.current();
          return {
            index: withVectors(index, passages),
            indexVersion: { ...indexVersion, embeddingModel: embedder.id },
          };
        },
      },
    },
    embedded: { passages: passages.length, seconds },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Lists the searched documents, at most as many as a trial may embed. */
async function listDocuments(
  { database }: SearchDependencies,
  { principal, collectionFilter }: Pick<TrialOptions, 'principal' | 'collectionFilter'>,
): Promise<string[]> {
  const access = await loadAccess(database, principal);
  const { filter } = await resolveScope(database, access, {
    collectionFilter,
    metadataFilter: undefined,
    query: readPlainQuery('trial'),
  });
  const rows = await database
    .selectFrom('rag.documents')
    .select(['id', 'chunk_count'])
    .where('organisation_id', '=', principal.organisationId)
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .$if(filter?.collectionIds !== undefined, (query) =>
      query.where(sql<boolean>`collection_id = any(${filter?.collectionIds ?? []}::uuid[])`),
    )
    .$if(filter?.documentIds !== undefined, (query) =>
      query.where(sql<boolean>`id = any(${filter?.documentIds ?? []}::uuid[])`),
    )
    .orderBy('id')
    .execute();
  const passages = rows.reduce((sum, { chunk_count }) => sum + chunk_count, 0);
  if (passages > evaluationLimits.trialPassages) {
    throw new AppError(
      'invalid_request',
      `settings.collection_filter: a trial embeds at most ${evaluationLimits.trialPassages} passages, and these collections have ${passages}`,
      { details: { field: 'settings.collection_filter' } },
    );
  }
  return rows.map(({ id }) => id);
}

/** Replaces the dense search by an exact one over the passages. */
function withVectors(index: HybridIndex, passages: readonly TrialPassage[]): HybridIndex {
  const searchDense: HybridIndex['searchDense'] = async (_organisationId, vector, options) => {
    const isAllowed = toCondition(options.filter);
    return passages
      .filter(isAllowed)
      .map(({ id, documentId, vector: own }) => ({
        chunkId: id,
        documentId,
        distance: 1 - dot(own, vector),
      }))
      .sort((a, b) => a.distance - b.distance || (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, options.limit);
  };
  return new Proxy(index, {
    get(target, name) {
      if (name === 'searchDense') return searchDense;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function toCondition({ collectionIds, documentIds, page }: IndexFilter = {}) {
  const collections = collectionIds && new Set(collectionIds);
  const documents = documentIds && new Set(documentIds);
  return (passage: TrialPassage): boolean =>
    (collections?.has(passage.collectionId) ?? true) &&
    (documents?.has(passage.documentId) ?? true) &&
    (page === undefined || isOnPage(passage.page, page));
}

function isOnPage(page: number | null, { ranges, none }: NonNullable<IndexFilter['page']>) {
  if (page === null) return none;
  return ranges.some(({ gte = 0, lte = Number.POSITIVE_INFINITY }) => page >= gte && page <= lte);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n += 1) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
