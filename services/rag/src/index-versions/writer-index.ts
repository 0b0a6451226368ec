import type {
  ChunkReference,
  DenseHit,
  HybridIndex,
  IndexedChunk,
  IndexFilter,
  IndexHealth,
  IndexSearchOptions,
  KeywordHit,
  WeightedTerm,
} from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { IndexVersion } from './index-version.ts';
import { findActiveIndexVersion, switchLock } from './index-version.ts';

export interface WriterIndexOptions {
  readonly database: Database;
  /** The index version of this worker's embedding model, and its index. */
  readonly indexVersion: IndexVersion;
  readonly own: HybridIndex;
  readonly open: (indexVersion: IndexVersion) => Promise<HybridIndex>;
}

/**
 * The index that a worker writes. While its own index version is being built another one answers
 * searches; then new chunks are added to that one, without vectors, and deletions and moves to
 * both.
 */
export class WriterIndex implements HybridIndex {
  readonly #options: WriterIndexOptions;
  #answering: { readonly index: HybridIndex; readonly id: string } | undefined;
  #following: Promise<void> = Promise.resolve();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: WriterIndexOptions) {
    this.#options = options;
  }

  /** The index of the own version, active or not. */
  get own(): HybridIndex {
    return this.#options.own;
  }

  /** Checks which index version is active. Returns true if it is the own one. */
  async follow(): Promise<boolean> {
    this.#following = this.#following.then(
      () => this.#follow(),
      () => this.#follow(),
    );
    await this.#following;
    return this.#answering === undefined;
  }

  /**
   * Runs work that writes to the active index version while a switch is locked out. Returns false,
   * without running it, if the own one is active already. Runs one work at a time.
   */
  async beforeSwitch(work: () => Promise<void>): Promise<boolean> {
    const run = () =>
      this.#options.database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock_shared(${switchLock})`.execute(transaction);
        if (await this.follow()) return false;
        await work();
        return true;
      });
    const result = this.#writing.then(run, run);
    this.#writing = result;
    return result;
  }

  addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    const { index } = this.#answering ?? { index: undefined };
    if (!index) return this.own.addChunks(organisationId, chunks);
    return index.addChunks(
      organisationId,
      chunks.map((chunk) => ({ ...chunk, vector: null })),
    );
  }

  deleteRevision(organisationId: string, documentId: string, revision: string): Promise<void> {
    return this.#inAll((index) => index.deleteRevision(organisationId, documentId, revision));
  }

  deleteDocument(
    organisationId: string,
    documentId: string,
    options?: { readonly exceptRevision?: string },
  ): Promise<void> {
    return this.#inAll((index) => index.deleteDocument(organisationId, documentId, options));
  }

  updateCollection(
    organisationId: string,
    documentIds: readonly string[],
    collectionId: string,
  ): Promise<void> {
    return this.#inAll((index) =>
      index.updateCollection(organisationId, documentIds, collectionId),
    );
  }

  deleteOrganisation(organisationId: string): Promise<void> {
    return this.#inAll((index) => index.deleteOrganisation(organisationId));
  }

  searchDense(
    organisationId: string,
    vector: Float32Array,
    options: IndexSearchOptions,
  ): Promise<DenseHit[]> {
    return this.#read.searchDense(organisationId, vector, options);
  }

  searchKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: IndexSearchOptions,
  ): Promise<KeywordHit[]> {
    return this.#read.searchKeyword(organisationId, terms, options);
  }

  countChunks(organisationId: string, filter?: IndexFilter): Promise<number> {
    return this.#read.countChunks(organisationId, filter);
  }

  listChunks(organisationId: string, filter?: IndexFilter): AsyncIterable<ChunkReference> {
    return this.#read.listChunks(organisationId, filter);
  }

  readVectors(
    organisationId: string,
    documentId: string,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#read.readVectors(organisationId, documentId);
  }

  isComplete(): Promise<boolean> {
    return this.#read.isComplete();
  }

  markComplete(isComplete: boolean): Promise<void> {
    return this.#read.markComplete(isComplete);
  }

  optimize(): Promise<void> {
    return this.#inAll((index) => index.optimize());
  }

  health(): Promise<IndexHealth> {
    return this.#read.health();
  }

  close(): Promise<void> {
    return this.#inAll((index) => index.close());
  }

  /** The index that answers searches. */
  get #read(): HybridIndex {
    return this.#answering?.index ?? this.own;
  }

  async #inAll(work: (index: HybridIndex) => Promise<void>): Promise<void> {
    await Promise.all([work(this.own), ...(this.#answering ? [work(this.#answering.index)] : [])]);
  }

  async #follow(): Promise<void> {
    const { database, indexVersion, open } = this.#options;
    const active = await findActiveIndexVersion(database);
    const answering = active && active.id !== indexVersion.id ? active : undefined;
    if (answering?.id === this.#answering?.id) return;
    const before = this.#answering;
    this.#answering = answering && { index: await open(answering), id: answering.id };
    await before?.index.close();
  }
}
