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
import { checkDimensions, checkLimit, rankByDistance, rankByScore } from '../ranked-hits.ts';
import { RunningCalls } from '../running-calls.ts';
import { untilAborted } from '../until-aborted.ts';
import { CompletenessMark } from './completeness-mark.ts';
import { filterToCondition, withFilters } from './filter-condition.ts';
import { createKeywordQuery } from './keyword-query.ts';
import { fetchReferences } from './listed-chunks.ts';
import {
  type OrganisationTenant,
  tenantNameOf,
  useTenant,
  whenTenant,
} from './organisation-tenant.ts';
import { OrganisationWriter } from './organisation-writer.ts';
import { type FetchOptions, fetchMatching, fetchNearest } from './recalled-hits.ts';
import type { ServerWatch } from './server-watch.ts';
import type { WeaviateClient } from './weaviate-client.ts';
import { translateWeaviateError } from './weaviate-errors.ts';

const healthTimeoutMs = 2_000;

export interface WeaviateIndexParts {
  readonly client: WeaviateClient;
  /** The generation's collection. */
  readonly name: string;
  readonly dimensions: number;
  readonly mode: 'read' | 'write';
  readonly watch: ServerWatch;
}

/**
 * {@link HybridIndex} on a Weaviate collection with a tenant for each organisation. Made by
 * `openWeaviateIndex`. Chunks become visible batch by batch.
 */
export class WeaviateIndex implements HybridIndex {
  readonly #parts: WeaviateIndexParts;
  readonly #completeness: CompletenessMark;
  readonly #calls = new RunningCalls(translateWeaviateError);

  constructor(parts: WeaviateIndexParts) {
    this.#parts = parts;
    this.#completeness = new CompletenessMark(parts.client, parts.name);
  }

  async addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const { vector } of chunks) if (vector) checkDimensions(vector, this.#parts.dimensions);
    if (chunks.length === 0) return;
    await this.#calls.run(() => this.#writer(organisationId).add(chunks));
  }

  async deleteRevision(
    organisationId: string,
    documentId: string,
    revision: string,
  ): Promise<void> {
    await this.#calls.run(() => this.#writer(organisationId).deleteRevision(documentId, revision));
  }

  async deleteDocument(
    organisationId: string,
    documentId: string,
    { exceptRevision }: { readonly exceptRevision?: string } = {},
  ): Promise<void> {
    await this.#calls.run(() =>
      this.#writer(organisationId).deleteDocument(documentId, exceptRevision),
    );
  }

  async updateCollection(
    organisationId: string,
    documentIds: readonly string[],
    collectionId: string,
  ): Promise<void> {
    if (documentIds.length === 0) return;
    await this.#calls.run(() =>
      this.#writer(organisationId).moveDocuments(documentIds, collectionId),
    );
  }

  async deleteOrganisation(organisationId: string): Promise<void> {
    await this.#calls.run(async () => {
      this.#checkMode();
      const { client, name } = this.#parts;
      await client.collections.use(name).tenants.remove(tenantNameOf(organisationId));
    });
  }

  recallDense(
    organisationId: string,
    vector: Float32Array,
    options: RecallOptions,
  ): Promise<DenseHit[]> {
    return this.#recall(organisationId, options, async (tenant, fetchOptions) => {
      checkDimensions(vector, this.#parts.dimensions);
      if (vector.every((value) => value === 0)) return [];
      const hits = await fetchNearest(tenant, vector, fetchOptions);
      return rankByDistance(hits, options.limit);
    });
  }

  recallKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: RecallOptions,
  ): Promise<KeywordHit[]> {
    return this.#recall(organisationId, options, async (tenant, fetchOptions) => {
      const telling = terms.filter(({ term, weight }) => term !== '' && weight > 0);
      if (telling.length === 0) return [];
      const query = createKeywordQuery(telling);
      const hits = await fetchMatching(tenant, query, fetchOptions);
      return rankByScore(hits, options.limit, query.scale);
    });
  }

  countChunks(organisationId: string, filter?: IndexFilter): Promise<number> {
    return this.#calls.run(() =>
      this.#parts.watch.giveUpWhenAway(async (signal) => {
        const tenant = this.#tenant(organisationId);
        const condition = filterToCondition(tenant, filter);
        if (condition === 'none') return 0;
        const counted = whenTenant(
          async () => (await tenant.aggregate.overAll(withFilters(condition))).totalCount,
          0,
        );
        return await untilAborted(counted, signal);
      }),
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
      const page = await this.#calls.run(() => fetchReferences(tenant, filter, after));
      yield* page.references;
      after = page.lastId;
    } while (after !== undefined);
  }

  async isComplete(): Promise<boolean> {
    return await this.#calls.run(() => this.#completeness.isMarked());
  }

  async markComplete(isComplete: boolean): Promise<void> {
    await this.#calls.run(async () => {
      this.#checkMode();
      await this.#completeness.mark(isComplete);
    });
  }

  /** Weaviate looks after its indexes itself. */
  async optimize(): Promise<void> {}

  async health(): Promise<IndexHealth> {
    try {
      return await this.#calls.run(async () => {
        const { client, name, watch } = this.#parts;
        if (!(await watch.isServerReady(healthTimeoutMs))) {
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
    if (await this.#calls.close()) await this.#parts.client.close();
  }

  #recall<Hit>(
    organisationId: string,
    { limit, filter, signal }: RecallOptions,
    fetch: (tenant: OrganisationTenant, options: FetchOptions) => Promise<Hit[]>,
  ): Promise<Hit[]> {
    return this.#calls.run(() => {
      checkLimit(limit);
      const tenant = this.#tenant(organisationId);
      return this.#parts.watch.giveUpWhenAway(
        (until) => fetch(tenant, { limit, filter, signal: until }),
        signal,
      );
    }, signal);
  }

  #writer(organisationId: string): OrganisationWriter {
    this.#checkMode();
    return new OrganisationWriter(this.#tenant(organisationId));
  }

  #tenant(organisationId: string): OrganisationTenant {
    return useTenant(this.#parts.client, this.#parts.name, organisationId);
  }

  #checkMode(): void {
    if (this.#parts.mode === 'read') {
      throw new TypeError('This index was opened for reading only.');
    }
  }
}
