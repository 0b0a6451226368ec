import { join } from 'node:path';
import { type HybridIndex, openLanceIndex, openWeaviateIndex } from '@lectern/retrieval';
import { Pool } from 'pg';
import type { TemporarySuite } from '../suite/temporary-suite.ts';

export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly revision: string;
}

/** A revision with data of its document. */
export interface StoredRevision {
  readonly id: string;
  readonly documentId: string;
  /** SHA-256 of the original. */
  readonly sha256: string;
  /** SHA-256 of the parsed document; null for plain text. */
  readonly parsedSha256: string | null;
  readonly parserVersion: string;
  /** Number of the document's last job, which made the active revision of a ready document. */
  readonly work: number;
  readonly title: string;
  /** The revision is the active one of its document. */
  readonly isActive: boolean;
  /** Number of chunks according to the document's row. */
  readonly chunkCount: number;
}

/** The chunks of deleted documents in the bin are in the database alone. */
const outsideBin =
  'where document_id not in (select id from rag.documents where bin_id is not null)';

/** Reads the stores of a suite, so that a test can compare them. */
export class Stores implements AsyncDisposable {
  readonly #suite: TemporarySuite;
  readonly #settings: Readonly<Record<string, string | undefined>>;
  readonly #pool: Pool;
  #index: HybridIndex | undefined;

  /** @param settings Settings of the suite. */
  constructor(suite: TemporarySuite, settings: Readonly<Record<string, string | undefined>>) {
    this.#suite = suite;
    this.#settings = settings;
    this.#pool = new Pool({
      connectionString: suite.databaseUrl,
      max: 1,
      connectionTimeoutMillis: 2_000,
    });
    this.#pool.on('error', () => {});
  }

  /** Folder of originals and parsed documents; undefined if they are in a bucket. */
  get blobFolder(): string | undefined {
    return this.#settings.S3_BUCKET ? undefined : join(this.#suite.home, 'blobs');
  }

  /** Returns the number of unfinished documents; undefined while the database is unavailable. */
  async countUnfinished(): Promise<number | undefined> {
    try {
      return await this.#count(
        `rag.documents where bin_id is null
           and (status in ('queued', 'parsing', 'indexing') or deleted_at is not null)`,
      );
    } catch {
      return undefined;
    }
  }

  /** Returns the number of ready documents; undefined while the database is unavailable. */
  async countReady(): Promise<number | undefined> {
    return await this.#count(`rag.documents where status = 'ready' and bin_id is null`).catch(
      () => undefined,
    );
  }

  /** Returns the number of rows of documents, including deleted ones outside the bin. */
  countDocumentRows(): Promise<number> {
    return this.#count('rag.documents where bin_id is null');
  }

  /** Returns the number of revisions that are not the active one of their document. */
  countStrayRevisions(): Promise<number> {
    return this.#count(
      `rag.revisions r left join rag.documents d on d.id = r.document_id
       where r.id is distinct from d.active_revision and d.bin_id is null`,
    );
  }

  /** Returns the number of accepted documents that are not queued yet. */
  countOutbox(): Promise<number> {
    return this.#count('rag.outbox');
  }

  /** Returns the number of waiting and running jobs in all queues, from the worker's metrics. */
  async countJobs(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${this.#suite.port + workerPortOffset}/metrics`);
    const lines = (await response.text()).matchAll(/^lectern_queue_jobs\{[^}]*\} (\d+)$/gm);
    const counts = Array.from(lines, ([, count]) => Number(count));
    if (counts.length === 0) throw new Error('the worker does not count its jobs');
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async listRevisions(): Promise<StoredRevision[]> {
    const { rows } = await this.#pool.query<StoredRevision>(
      `select r.id, r.document_id as "documentId", r.sha256, r.parsed_sha256 as "parsedSha256",
         r.parser_version as "parserVersion", d.work, d.title, d.chunk_count as "chunkCount",
         r.id is not distinct from d.active_revision as "isActive"
       from rag.revisions r left join rag.documents d on d.id = r.document_id
       where d.bin_id is null`,
    );
    return rows;
  }

  async listDatabaseChunks(): Promise<StoredChunk[]> {
    const { rows } = await this.#pool.query<StoredChunk>(
      `select id, document_id as "documentId", revision from rag.chunks ${outsideBin}`,
    );
    return rows;
  }

  /** Returns the names of blobs that rows refer to. */
  async listNamedBlobs(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ sha256: string }>(
      `select sha256 from rag.documents union select sha256 from rag.revisions
       union select parsed_sha256 from rag.revisions where parsed_sha256 is not null`,
    );
    return rows.map(({ sha256 }) => sha256);
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

  async #count(from: string): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      `select count(*)::int as count from ${from}`,
    );
    return rows[0]?.count ?? 0;
  }

  async #openIndex(): Promise<HybridIndex> {
    const { rows } = await this.#pool.query<{ index_name: string; dimensions: number }>(
      `select index_name, dimensions from rag.index_generations where status = 'active'`,
    );
    const [active] = rows;
    if (!active) throw new Error('no index version is active');
    const about = {
      indexVersion: active.index_name,
      dimensions: active.dimensions,
      mode: 'read',
    } as const;
    const { WEAVIATE_URL: url, WEAVIATE_GRPC_URL: grpcUrl = '', WEAVIATE_API_KEY } = this.#settings;
    if (!url) return openLanceIndex({ directory: join(this.#suite.home, 'index'), ...about });
    return openWeaviateIndex({ server: { url, grpcUrl, apiKey: WEAVIATE_API_KEY }, ...about });
  }
}

const workerPortOffset = 3;
