import type { IndexedChunk } from '../hybrid-index.ts';
import { chunksToArrow, createChunkSchema } from './lance-chunk-records.ts';
import type { Table } from './lance-client.ts';
import { isOneOf } from './lance-filter.ts';
import { OptimizePace } from './optimize-pace.ts';
import { SerialQueue } from './serial-queue.ts';
import type { TableHandles } from './table-handles.ts';
import { createMissingIndexes, hasUnindexedRows, optimizeTable } from './table-indexes.ts';

const maxChunksACommit = 4_000;
/** Delay after the last write until earlier table versions may be removed. */
const cleanupDelayMs = 150_000;

export interface LanceWriterOptions {
  readonly name: string;
  readonly dimensions: number;
  readonly handles: TableHandles;
}

/**
 * Serialises the writes to one organisation's table. It optimises the table at the pace of {@link
 * OptimizePace}.
 */
export class LanceWriter {
  readonly #options: LanceWriterOptions;
  readonly #queue = new SerialQueue(maxChunksACommit);
  readonly #pace = new OptimizePace();
  #hasIndexes = false;
  #isOptimizing = false;
  #timer: NodeJS.Timeout | undefined;
  #optimizeError: unknown;
  #isClosed = false;

  constructor(options: LanceWriterOptions) {
    this.#options = options;
  }

  /** Error of the last optimisation in the background. */
  get optimizeError(): unknown {
    return this.#optimizeError;
  }

  add(chunks: readonly IndexedChunk[]): Promise<void> {
    return this.#queue.add({
      kind: 'add',
      items: chunks,
      run: (together: readonly IndexedChunk[]) => this.#addRows(together),
    });
  }

  /** Deletes the rows that match the SQL condition. */
  delete(condition: string): Promise<void> {
    return this.#queue.add({
      kind: 'delete',
      items: [condition],
      run: (conditions: readonly string[]) =>
        this.#change((table) => table.delete(conditions.map((each) => `(${each})`).join(' OR '))),
    });
  }

  moveDocuments(documentIds: readonly string[], collectionId: string): Promise<void> {
    return this.#queue.add({
      kind: `move to ${collectionId}`,
      items: documentIds,
      run: (together: readonly string[]) =>
        this.#change((table) =>
          table.update({
            where: isOneOf('document_id', together),
            values: { collection_id: collectionId },
          }),
        ),
    });
  }

  drop(): Promise<void> {
    return this.#queue.add({
      kind: 'drop',
      items: [],
      run: async () => {
        const { name, handles } = this.#options;
        await handles.use(name, undefined, () => handles.connection.dropTable(name));
        handles.forget(name);
        this.#hasIndexes = false;
      },
    });
  }

  optimize(): Promise<void> {
    return this.#queue.add({
      kind: 'optimize',
      items: [],
      run: async () => {
        this.#pace.recordStart();
        const startedAtMs = performance.now();
        try {
          await this.#options.handles.use(this.#options.name, undefined, optimizeTable);
        } finally {
          this.#pace.recordEnd({ startedAtMs, endedAtMs: performance.now() });
        }
      },
    });
  }

  /**
   * Schedules the optimisation of rows from an earlier writer, which may have ended right after a
   * commit.
   */
  async catchUp(): Promise<void> {
    const { name, handles } = this.#options;
    if (await handles.use(name, false, hasUnindexedRows)) this.#recordCommit();
  }

  /** Waits for pending writes and starts no further optimisation. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#queue.whenIdle();
  }

  async #createTableIfMissing(): Promise<void> {
    if (this.#hasIndexes) return;
    const { name, dimensions, handles } = this.#options;
    const schema = createChunkSchema(dimensions);
    await handles.connection.createEmptyTable(name, schema, { existOk: true });
    await handles.useExisting(name, createMissingIndexes);
    this.#hasIndexes = true;
  }

  async #addRows(chunks: readonly IndexedChunk[]): Promise<void> {
    const { name, dimensions, handles } = this.#options;
    await this.#createTableIfMissing();
    try {
      await handles.useExisting(name, (table) => table.add(chunksToArrow(chunks, dimensions)));
    } catch (error) {
      this.#hasIndexes = false;
      throw error;
    }
    this.#recordCommit();
  }

  async #change(work: (table: Table) => Promise<unknown>): Promise<void> {
    const { name, handles } = this.#options;
    const wasThere = await handles.use(name, false, async (table) => {
      await work(table);
      return true;
    });
    if (wasThere) this.#recordCommit();
  }

  #recordCommit(): void {
    this.#optimizeLater(this.#pace.recordCommit(performance.now()));
  }

  #optimizeLater(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#optimizeByItself(), delayMs).unref();
  }

  async #optimizeByItself(): Promise<void> {
    if (this.#isOptimizing) return;
    this.#isOptimizing = true;
    const hadCommits = this.#pace.commits > 0;
    try {
      await this.optimize();
      this.#optimizeError = undefined;
    } catch (error) {
      this.#optimizeError = error;
    }
    this.#isOptimizing = false;
    if (hadCommits && this.#pace.commits === 0) this.#optimizeLater(cleanupDelayMs);
  }
}
