import type { WeightedTerm } from '../../analysis/analyzer.ts';
import type {
  ChunkReference,
  DenseHit,
  HybridIndex,
  IndexedChunk,
  IndexFilter,
  IndexHealth,
  IndexSearchOptions,
  KeywordHit,
} from '../hybrid-index.ts';
import {
  checkDimensions,
  checkLimit,
  type IndexHit,
  rankByDistance,
  rankByScore,
} from '../ranked-hits.ts';
import { RunningCalls } from '../running-calls.ts';
import { KnownChunks, type ObjectHit } from './known-chunks.ts';
import { fetchReferences, fetchVectors, unitePages } from './listed-chunks.ts';
import { isKnown } from './local-schema.ts';
import { moveDocuments } from './move-documents.ts';
import {
  type OrganisationTenant,
  OrganisationTenants,
  tenantNameOf,
  whenTenant,
} from './organisation-tenant.ts';
import { CompletenessMark } from './weaviate-completeness-mark.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import { filterToCondition, withFilters } from './weaviate-filter.ts';
import { type FetchOptions, fetchMatching, fetchNearest } from './weaviate-hits.ts';
import { createKeywordQuery } from './weaviate-keyword-query.ts';
import type { WeaviateNodes } from './weaviate-nodes.ts';
import { WeaviateWriter } from './weaviate-writer.ts';

const healthTimeoutMs = 2_000;

export interface WeaviateIndexParts {
  readonly nodes: WeaviateNodes;
  /** Collection of the index version. */
  readonly name: string;
  readonly dimensions: number;
  readonly mode: 'read' | 'write';
}

/**
 * {@link HybridIndex} on a Weaviate collection with a tenant for each organisation. Opened by
 * `openWeaviateIndex`. Chunks become visible batch by batch.
 */
export class WeaviateIndex implements HybridIndex {
  readonly #parts: WeaviateIndexParts;
  readonly #completeness: CompletenessMark;
  readonly #known = new KnownChunks();
  readonly #calls = new RunningCalls(translateWeaviateError);

  constructor(parts: WeaviateIndexParts) {
    this.#parts = parts;
    this.#completeness = new CompletenessMark(parts.nodes, parts.name);
  }

  async addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const { vector } of chunks) if (vector) checkDimensions(vector, this.#parts.dimensions);
    if (chunks.length === 0) return;
    await this.#write(organisationId, (writer) => writer.add(chunks));
  }

  async deleteRevision(
    organisationId: string,
    documentId: string,
    revision: string,
  ): Promise<void> {
    await this.#write(organisationId, (writer) => writer.deleteRevision(documentId, revision));
  }

  async deleteDocument(
    organisationId: string,
    documentId: string,
    { exceptRevision }: { readonly exceptRevision?: string } = {},
  ): Promise<void> {
    await this.#write(organisationId, (writer) =>
      writer.deleteDocument(documentId, exceptRevision),
    );
  }

  async updateCollection(
    organisationId: string,
    documentIds: readonly string[],
    collectionId: string,
  ): Promise<void> {
    if (documentIds.length === 0) return;
    await this.#calls.run(() => {
      this.#checkMode();
      return moveDocuments(this.#organisation(organisationId), { documentIds, collectionId });
    });
  }

  async deleteOrganisation(organisationId: string): Promise<void> {
    await this.#calls.run(async () => {
      this.#checkMode();
      const { nodes, name } = this.#parts;
      await nodes.ask(({ collections }) =>
        collections.use(name).tenants.remove(tenantNameOf(organisationId)),
      );
    });
  }

  searchDense(
    organisationId: string,
    vector: Float32Array,
    options: IndexSearchOptions,
  ): Promise<DenseHit[]> {
    return this.#calls.run(async () => {
      checkLimit(options.limit);
      checkDimensions(vector, this.#parts.dimensions);
      if (vector.every((value) => value === 0)) return [];
      const hits = await this.#search(organisationId, options, (tenant, fetchOptions) =>
        fetchNearest(tenant, vector, fetchOptions),
      );
      return rankByDistance(hits, options.limit);
    }, options.signal);
  }

  searchKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: IndexSearchOptions,
  ): Promise<KeywordHit[]> {
    return this.#calls.run(async () => {
      checkLimit(options.limit);
      const telling = terms.filter(({ term, weight }) => term !== '' && weight > 0);
      if (telling.length === 0) return [];
      const query = createKeywordQuery(telling);
      const hits = await this.#search(organisationId, options, (tenant, fetchOptions) =>
        fetchMatching(tenant, query, fetchOptions),
      );
      return rankByScore(hits, options.limit, query.scale);
    }, options.signal);
  }

  /** Returns the highest count if nodes differ. */
  async countChunks(organisationId: string, filter?: IndexFilter): Promise<number> {
    const counts = await this.#calls.run(() =>
      this.#organisation(organisationId).read(async (tenant) => {
        const condition = filterToCondition(tenant, filter);
        if (condition === 'none') return 0;
        return await whenTenant(
          async () => (await tenant.aggregate.overAll(withFilters(condition))).totalCount,
          0,
        );
      }),
    );
    return Math.max(...counts);
  }

  /** Weaviate's cursor supports no filter, so all of an organisation's objects are read. */
  async *listChunks(
    organisationId: string,
    filter: IndexFilter = {},
  ): AsyncIterable<ChunkReference> {
    if (filter.collectionIds?.length === 0 || filter.documentIds?.length === 0) return;
    let after: string | undefined;
    do {
      const pages = await this.#calls.run(() =>
        this.#organisation(organisationId).read((tenant) => fetchReferences(tenant, filter, after)),
      );
      const page = unitePages(pages);
      yield* page.references.values();
      after = page.lastId;
    } while (after !== undefined);
  }

  async readVectors(
    organisationId: string,
    documentId: string,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const pages = await this.#calls.run(() =>
      this.#organisation(organisationId).read((tenant) => fetchVectors(tenant, documentId)),
    );
    return new Map(pages.flatMap((page) => [...page]));
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

  /** Weaviate maintains its indexes itself. */
  async optimize(): Promise<void> {}

  async health(): Promise<IndexHealth> {
    try {
      return await this.#calls.run(async () => {
        const { nodes, name } = this.#parts;
        if (!(await nodes.areReady(healthTimeoutMs))) {
          return { ready: false, message: 'The Weaviate server does not answer.' };
        }
        const known = await nodes.askEnough((_, signal, address) =>
          isKnown(address, { collection: name }, signal),
        );
        if (!known.includes(true)) {
          return { ready: false, message: `The collection ${name} is not there.` };
        }
        return { ready: true, unindexedRows: 0 };
      });
    } catch (error) {
      return { ready: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    if (await this.#calls.close()) await this.#parts.nodes.close();
  }

  /** Uses the first node's version of each chunk if nodes differ. */
  async #search(
    organisationId: string,
    { limit, filter, signal }: IndexSearchOptions,
    fetch: (tenant: OrganisationTenant, options: FetchOptions) => Promise<ObjectHit[]>,
  ): Promise<IndexHit[]> {
    const replies = await this.#organisation(organisationId).read(async (tenant, until) => {
      const hits = await fetch(tenant, { limit, filter, signal: until });
      return await this.#known.resolve(organisationId, hits, { tenant, signal: until });
    }, signal);
    const [only = [], ...others] = replies;
    if (others.length === 0) return only;
    const backwards = replies.flat().toReversed();
    return [...new Map(backwards.map((hit) => [hit.chunkId, hit])).values()];
  }

  async #write(
    organisationId: string,
    work: (writer: WeaviateWriter) => Promise<void>,
  ): Promise<void> {
    await this.#calls.run(async () => {
      this.#checkMode();
      await this.#organisation(organisationId).write((tenant) => work(new WeaviateWriter(tenant)));
    });
  }

  #organisation(organisationId: string): OrganisationTenants {
    const { nodes, name } = this.#parts;
    return new OrganisationTenants({ nodes, collection: name, organisationId });
  }

  #checkMode(): void {
    if (this.#parts.mode === 'read') {
      throw new TypeError('This index was opened for reading only.');
    }
  }
}
