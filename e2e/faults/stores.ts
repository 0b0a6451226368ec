import { join } from 'node:path';
import { type HybridIndex, openLanceIndex } from '@lectern/retrieval';
import { Pool } from 'pg';
import type { TemporarySuite } from '../suite/temporary-suite.ts';

/** A chunk as one of the stores has it: which document, which revision. */
export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly revision: string;
}

/** The stores behind the suite, to be compared with each other. */
export class Stores implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #indexFolder: string;
  #index: HybridIndex | undefined;

  constructor({ databaseUrl, home }: TemporarySuite) {
    this.#pool = new Pool({
      connectionString: databaseUrl,
      max: 1,
      connectionTimeoutMillis: 2_000,
    });
    this.#pool.on('error', () => {});
    this.#indexFolder = join(home, 'index');
  }

  /** Undefined while the database is away. */
  async countUnfinished(): Promise<number | undefined> {
    try {
      const { rows } = await this.#pool.query<{ count: number }>(
        `select count(*)::int as count from rag.documents
         where status in ('queued', 'parsing', 'indexing')`,
      );
      return rows[0]?.count;
    } catch {
      return undefined;
    }
  }

  /** Rows of documents, those that were deleted included. */
  async countDocumentRows(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      'select count(*)::int as count from rag.documents',
    );
    return rows[0]?.count ?? 0;
  }

  /** Revisions that are not what their document answers with. */
  async countStrayRevisions(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      `select count(*)::int as count from rag.revisions r join rag.documents d on d.id = r.document_id
       where r.id is distinct from d.active_revision`,
    );
    return rows[0]?.count ?? 0;
  }

  /** What has been accepted but is not in the queue yet. */
  async countOutbox(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      'select count(*)::int as count from rag.outbox',
    );
    return rows[0]?.count ?? 0;
  }

  async listDatabaseChunks(): Promise<StoredChunk[]> {
    const { rows } = await this.#pool.query<StoredChunk>(
      'select id, document_id as "documentId", revision from rag.chunks',
    );
    return rows;
  }

  async listIndexChunks(organisationId: string): Promise<StoredChunk[]> {
    this.#index ??= await this.#openIndex();
    const chunks: StoredChunk[] = [];
    for await (const chunk of this.#index.listChunks(organisationId)) {
      chunks.push({ id: chunk.chunkId, documentId: chunk.documentId, revision: chunk.revision });
    }
    return chunks;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#index?.close();
    await this.#pool.end();
  }

  async #openIndex(): Promise<HybridIndex> {
    const { rows } = await this.#pool.query<{ index_name: string; dimensions: number }>(
      `select index_name, dimensions from rag.index_generations where status = 'active'`,
    );
    const [active] = rows;
    if (!active) throw new Error('no index generation is active');
    return openLanceIndex({
      directory: this.#indexFolder,
      generation: active.index_name,
      dimensions: active.dimensions,
      mode: 'read',
    });
  }
}
