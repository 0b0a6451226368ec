import { Filters, type FilterValue, type WeaviateClient } from 'weaviate-client';
import type { WeightedTerm } from '../../analysis/analyzer.ts';
import type {
  ChunkReference,
  DenseHit,
  HybridIndex,
  IndexedChunk,
  IndexFilter,
  IndexHealth,
  KeywordHit,
  RecallOptions,
} from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { indexTimeout, untilAborted } from '../until-aborted.ts';
import { chunkToObject, toReference } from './chunk-objects.ts';
import {
  type ChunkProperties,
  COMPLETE_TENANT,
  createMissingCollection,
  tenantNameOf,
} from './collection-schema.ts';
import {
  type ChunkCollection,
  type Condition,
  filterToCondition,
  matchesFilter,
} from './filter-conditions.ts';
import { createKeywordQuery } from './keyword-query.ts';
import { giveUpWhenAway } from './server-watch.ts';
import { isTenantMissing, translateWeaviateError } from './weaviate-errors.ts';

const OBJECTS_A_BATCH = 200;
const OBJECTS_A_PAGE = 500;
const UPDATES_AT_ONCE = 8;
/** Weaviate answers no query for more. */
const MOST_HITS = 10_000;
/** Hits fetched beyond the limit, so that equal values at its edge are cut by id, not by luck. */
const EXTRA_HITS = 8;

export interface WeaviateIndexParts {
  readonly client: WeaviateClient;
  /** The generation's collection. */
  readonly name: string;
  readonly dimensions: number;
  readonly mode: 'read' | 'write';
  /** Answers 200 while the server can work. */
  readonly readyUrl: string;
}

interface Hit {
  readonly chunkId: string;
  readonly documentId: string;
  readonly value: number;
}

/**
 * {@link HybridIndex} on a Weaviate collection with a tenant for each organisation. Made by
 * `openWeaviateIndex`. Chunks become visible batch by batch.
 */
export class WeaviateIndex implements HybridIndex {
  readonly #parts: WeaviateIndexParts;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(parts: WeaviateIndexParts) {
    this.#parts = parts;
  }

  async addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) if (chunk.vector) this.#checkDimensions(chunk.vector);
    if (chunks.length === 0) return;
    await this.#write(async () => {
      const { data } = this.#tenant(organisationId);
      for (let from = 0; from < chunks.length; from += OBJECTS_A_BATCH) {
        const batch = chunks.slice(from, from + OBJECTS_A_BATCH).map(chunkToObject);
        const { hasErrors, errors } = await data.insertMany(batch);
        if (!hasErrors) continue;
        const [first, ...others] = Object.values(errors);
        throw new IndexUnavailableError(
          `${others.length + 1} chunks were refused: ${first?.message}`,
        );
      }
    });
  }

  async deleteRevision(
    organisationId: string,
    documentId: string,
    revision: string,
  ): Promise<void> {
    await this.#delete(organisationId, ({ filter }) =>
      Filters.and(
        filter.byProperty('document_id').equal(documentId),
        filter.byProperty('revision').equal(revision),
      ),
    );
  }

  async deleteDocument(
    organisationId: string,
    documentId: string,
    { exceptRevision }: { readonly exceptRevision?: string } = {},
  ): Promise<void> {
    await this.#delete(organisationId, ({ filter }) => {
      const isDocument = filter.byProperty('document_id').equal(documentId);
      if (exceptRevision === undefined) return isDocument;
      return Filters.and(isDocument, filter.byProperty('revision').notEqual(exceptRevision));
    });
  }

  async updateCollection(
    organisationId: string,
    documentIds: readonly string[],
    collectionId: string,
  ): Promise<void> {
    if (documentIds.length === 0) return;
    await this.#write(async () => {
      const tenant = this.#tenant(organisationId);
      const { filter } = tenant;
      const filters = Filters.and(
        filter.byProperty('document_id').containsAny([...documentIds]),
        filter.byProperty('collection_id').notEqual(collectionId),
      );
      // What is updated no longer matches, so each round reads the first page.
      for (;;) {
        const { objects } = await whenTenant(
          () => tenant.query.fetchObjects({ filters, limit: OBJECTS_A_PAGE, returnProperties: [] }),
          { objects: [] },
        );
        if (objects.length === 0) return;
        for (let from = 0; from < objects.length; from += UPDATES_AT_ONCE) {
          await Promise.all(
            objects
              .slice(from, from + UPDATES_AT_ONCE)
              .map(({ uuid }) =>
                tenant.data.update({ id: uuid, properties: { collection_id: collectionId } }),
              ),
          );
        }
      }
    });
  }

  async deleteOrganisation(organisationId: string): Promise<void> {
    await this.#write(() => this.#collection().tenants.remove(tenantNameOf(organisationId)));
  }

  recallDense(
    organisationId: string,
    vector: Float32Array,
    options: RecallOptions,
  ): Promise<DenseHit[]> {
    return this.#run(async () => {
      this.#checkDimensions(vector);
      if (vector.every((value) => value === 0)) return [];
      const hits = await this.#recall(organisationId, options, async (tenant, search, signal) => {
        const { objects } = await tenant.query.nearVector(
          Array.from(vector),
          { ...search, returnMetadata: ['distance'] },
          { abortSignal: signal },
        );
        return objects.map((object) => toHit(object.properties, object.metadata?.distance));
      });
      return hits
        .map(({ value, ...hit }) => ({ ...hit, distance: Math.min(2, Math.max(0, value)) }))
        .sort((a, b) => a.distance - b.distance || compareIds(a, b))
        .slice(0, options.limit);
    }, options.signal);
  }

  recallKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: RecallOptions,
  ): Promise<KeywordHit[]> {
    return this.#run(async () => {
      const telling = terms.filter(({ term, weight }) => term !== '' && weight > 0);
      if (telling.length === 0) return [];
      const { text, scale } = createKeywordQuery(telling);
      const hits = await this.#recall(organisationId, options, async (tenant, search, signal) => {
        const { objects } = await tenant.query.bm25(
          text,
          { ...search, queryProperties: ['terms'], returnMetadata: ['score'] },
          { abortSignal: signal },
        );
        return objects.map((object) => toHit(object.properties, object.metadata?.score));
      });
      return hits
        .map(({ value, ...hit }) => ({ ...hit, score: value / scale }))
        .sort((a, b) => b.score - a.score || compareIds(a, b))
        .slice(0, options.limit);
    }, options.signal);
  }

  countChunks(organisationId: string, filter?: IndexFilter): Promise<number> {
    return this.#run(() =>
      giveUpWhenAway(
        this.#isServerReady,
        async (signal) => {
          const tenant = this.#tenant(organisationId);
          const condition = filterToCondition(tenant, filter);
          if (condition === 'none') return 0;
          const counted = whenTenant(
            async () => (await tenant.aggregate.overAll(withFilters(condition))).totalCount,
            0,
          );
          return await untilAborted(counted, signal);
        },
        undefined,
      ),
    );
  }

  /** Weaviate's cursor takes no filter, so all of an organisation's objects are read. */
  async *listChunks(
    organisationId: string,
    filter: IndexFilter = {},
  ): AsyncIterable<ChunkReference> {
    const tenant = this.#tenant(organisationId);
    if (filterToCondition(tenant, filter) === 'none') return;
    let after: string | undefined;
    do {
      const { objects } = await this.#run(() =>
        whenTenant(
          () =>
            tenant.query.fetchObjects({
              limit: OBJECTS_A_PAGE,
              ...(after && { after }),
              returnProperties: ['chunk_id', 'document_id', 'revision', 'collection_id', 'page'],
            }),
          { objects: [] },
        ),
      );
      for (const { properties } of objects) {
        if (matchesFilter(properties, filter)) yield toReference(properties);
      }
      after = objects.at(-1)?.uuid;
    } while (after !== undefined);
  }

  async isComplete(): Promise<boolean> {
    return await this.#run(async () => {
      const { client, name } = this.#parts;
      if (!(await client.collections.exists(name))) return false;
      return (await this.#collection().tenants.getByName(COMPLETE_TENANT)) !== null;
    });
  }

  async markComplete(isComplete: boolean): Promise<void> {
    await this.#write(async () => {
      const { client, name } = this.#parts;
      await createMissingCollection(client, name);
      const { tenants } = this.#collection();
      if (isComplete) await tenants.create({ name: COMPLETE_TENANT });
      else await tenants.remove(COMPLETE_TENANT);
    });
  }

  /** Weaviate looks after its indexes itself. */
  async optimize(): Promise<void> {}

  async health(): Promise<IndexHealth> {
    try {
      return await this.#run(async () => {
        const { client, name } = this.#parts;
        if (!(await this.#isServerReady(AbortSignal.timeout(2_000)))) {
          return { ready: false, message: 'The Weaviate server does not answer.' };
        }
        if (!(await client.collections.exists(name))) {
          return { ready: false, message: `The collection ${name} is not there.` };
        }
        return { ready: true, unindexedRows: 0 };
      });
    } catch (error) {
      return { ready: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    await this.#parts.client.close();
  }

  async #recall(
    organisationId: string,
    { limit, filter, signal }: RecallOptions,
    search: (
      tenant: ChunkCollection,
      options: SearchOptions,
      signal: AbortSignal,
    ) => Promise<Hit[]>,
  ): Promise<Hit[]> {
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw new RangeError('The limit must be a whole number from 1.');
    }
    const tenant = this.#tenant(organisationId);
    const condition = filterToCondition(tenant, filter);
    if (condition === 'none') return [];
    const options: SearchOptions = {
      limit: Math.min(MOST_HITS, limit + EXTRA_HITS),
      returnProperties: ['chunk_id', 'document_id'],
      ...withFilters(condition),
    };
    return await giveUpWhenAway(
      this.#isServerReady,
      (until) => whenTenant(() => search(tenant, options, until), []),
      signal,
    );
  }

  async #delete(
    organisationId: string,
    condition: (tenant: ChunkCollection) => FilterValue,
  ): Promise<void> {
    await this.#write(async () => {
      const tenant = this.#tenant(organisationId);
      // One call deletes as many as one query finds at most.
      for (;;) {
        const deleted = await whenTenant(
          () => tenant.data.deleteMany(condition(tenant)),
          undefined,
        );
        if (deleted === undefined) return;
        const { matches, failed } = deleted;
        if (failed > 0) throw new IndexUnavailableError(`${failed} chunks could not be deleted.`);
        if (matches === 0) return;
      }
    });
  }

  readonly #isServerReady = async (signal: AbortSignal): Promise<boolean> => {
    try {
      return (await fetch(this.#parts.readyUrl, { signal })).ok;
    } catch {
      return false;
    }
  };

  #collection(): ChunkCollection {
    return this.#parts.client.collections.use<string, ChunkProperties>(this.#parts.name);
  }

  #tenant(organisationId: string): ChunkCollection {
    return this.#collection().withTenant(tenantNameOf(organisationId));
  }

  async #write(work: () => Promise<unknown>): Promise<void> {
    await this.#run(async () => {
      if (this.#parts.mode === 'read') {
        throw new TypeError('This index was opened for reading only.');
      }
      await work();
    });
  }

  async #run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#isClosed) throw new IndexUnavailableError('The search index was closed.');
    if (signal?.aborted) throw indexTimeout(signal);
    const running = work();
    this.#running.add(running);
    const settled = () => this.#running.delete(running);
    running.then(settled, settled);
    try {
      return await running;
    } catch (error) {
      throw signal?.aborted ? indexTimeout(signal) : translateWeaviateError(error);
    }
  }

  #checkDimensions(vector: Float32Array): void {
    const { dimensions } = this.#parts;
    if (vector.length !== dimensions) {
      throw new RangeError(
        `The vector has ${vector.length} dimensions; the index has ${dimensions}.`,
      );
    }
  }
}

interface SearchOptions {
  readonly limit: number;
  readonly filters?: FilterValue;
  readonly returnProperties: ['chunk_id', 'document_id'];
}

function withFilters(condition: Exclude<Condition, 'none'>): { filters?: FilterValue } {
  return condition === 'all' ? {} : { filters: condition.filters };
}

/** An organisation without a tenant has no chunks. */
async function whenTenant<Result, Otherwise = Result>(
  work: () => Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work();
  } catch (error) {
    if (isTenantMissing(error)) return otherwise;
    throw error;
  }
}

function toHit(
  { chunk_id, document_id }: Pick<ChunkProperties, 'chunk_id' | 'document_id'>,
  value: number | undefined,
): Hit {
  if (value === undefined) throw new Error('Weaviate gave a hit without its score.');
  return { chunkId: chunk_id, documentId: document_id, value };
}

function compareIds(a: Pick<Hit, 'chunkId'>, b: Pick<Hit, 'chunkId'>): number {
  if (a.chunkId === b.chunkId) return 0;
  return a.chunkId < b.chunkId ? -1 : 1;
}
