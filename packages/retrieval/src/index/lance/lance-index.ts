import { availableParallelism } from 'node:os';
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
import { HitReader, type StartSearch } from './hit-reader.ts';
import { parseReference } from './lance-chunk-records.ts';
import type { CompletenessMark } from './lance-completeness-mark.ts';
import { translateLanceError } from './lance-errors.ts';
import { filterToCondition, toSqlString } from './lance-filter.ts';
import type { ValueColumn } from './lance-hits.ts';
import { createKeywordQuery } from './lance-keyword-query.ts';
import { LanceWriter } from './lance-writer.ts';
import { SearchSlots } from './search-slots.ts';
import { type TableHandles, tableNameOf } from './table-handles.ts';
import { termsIndexName } from './table-indexes.ts';
import { VectorSearch } from './vector-search.ts';
import type { WriterLock } from './writer-lock.ts';

/** One computes while the other one reads. */
const searchesPerCore = 2;
/** Maximum tables that `health` checks. */
const maxTablesChecked = 50;

export interface LanceIndexParts {
  /** Folder of the tables. */
  readonly directory: string;
  readonly handles: TableHandles;
  readonly dimensions: number;
  readonly completeness: CompletenessMark;
  /** Undefined for a reader. */
  readonly lock: WriterLock | undefined;
}

/** {@link HybridIndex} on LanceDB tables, one per organisation. Opened by `openLanceIndex`. */
export class LanceIndex implements HybridIndex {
  readonly #parts: LanceIndexParts;
  readonly #writers = new Map<string, LanceWriter>();
  readonly #calls = new RunningCalls(translateLanceError);
  readonly #slots = new SearchSlots(searchesPerCore * availableParallelism());
  readonly #hits: HitReader;
  readonly #vectorSearch = new VectorSearch();

  constructor(parts: LanceIndexParts) {
    this.#parts = parts;
    this.#hits = new HitReader({
      directory: parts.directory,
      inBackground: (work) => void this.#calls.run(work).catch(() => undefined),
    });
  }

  async addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks)
      if (chunk.vector) checkDimensions(chunk.vector, this.#parts.dimensions);
    if (chunks.length === 0) return;
    await this.#calls.run(() => this.#writer(organisationId).add(chunks));
  }

  async deleteRevision(
    organisationId: string,
    documentId: string,
    revision: string,
  ): Promise<void> {
    const condition = `document_id = ${toSqlString(documentId)} AND revision = ${toSqlString(revision)}`;
    await this.#calls.run(() => this.#writer(organisationId).delete(condition));
  }

  async deleteDocument(
    organisationId: string,
    documentId: string,
    options: { readonly exceptRevision?: string } = {},
  ): Promise<void> {
    const { exceptRevision } = options;
    const isDocument = `document_id = ${toSqlString(documentId)}`;
    const condition =
      exceptRevision === undefined
        ? isDocument
        : `${isDocument} AND revision <> ${toSqlString(exceptRevision)}`;
    await this.#calls.run(() => this.#writer(organisationId).delete(condition));
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
    await this.#calls.run(() => this.#writer(organisationId).drop());
  }

  searchDense(
    organisationId: string,
    vector: Float32Array,
    options: IndexSearchOptions,
  ): Promise<DenseHit[]> {
    return this.#calls.run(async () => {
      checkDimensions(vector, this.#parts.dimensions);
      if (vector.every((value) => value === 0)) return [];
      const hits = await this.#search(organisationId, options, {
        search: (table) => this.#vectorSearch.start(table, vector),
        valueColumn: '_distance',
      });
      return rankByDistance(hits, options.limit);
    }, options.signal);
  }

  searchKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: IndexSearchOptions,
  ): Promise<KeywordHit[]> {
    return this.#calls.run(async () => {
      const telling = terms.filter(({ term, weight }) => term !== '' && weight > 0);
      if (telling.length === 0) return [];
      const { query, scale } = createKeywordQuery(telling, 'terms');
      const hits = await this.#search(organisationId, options, {
        search: async (table) => table.query().fullTextSearch(query),
        valueColumn: '_score',
      });
      return rankByScore(hits, options.limit, scale);
    }, options.signal);
  }

  countChunks(organisationId: string, filter?: IndexFilter): Promise<number> {
    return this.#calls.run(async () => {
      const condition = filterToCondition(filter);
      if (condition === 'none') return 0;
      const sql = condition === 'all' ? undefined : condition.sql;
      return await this.#parts.handles.use(tableNameOf(organisationId), 0, (table) =>
        table.countRows(sql),
      );
    });
  }

  async *listChunks(organisationId: string, filter?: IndexFilter): AsyncIterable<ChunkReference> {
    const condition = filterToCondition(filter);
    if (condition === 'none') return;
    const query = await this.#calls.run(() =>
      this.#parts.handles.use(tableNameOf(organisationId), undefined, async (table) => {
        await table.version();
        const all = table.query().select(['reference', 'revision']);
        return condition === 'all' ? all : all.where(condition.sql);
      }),
    );
    if (query === undefined) return;
    try {
      for await (const batch of query) {
        for (const { reference, revision } of batch) {
          yield { ...parseReference(reference), revision };
        }
      }
    } catch (error) {
      throw translateLanceError(error);
    }
  }

  async readVectors(
    organisationId: string,
    documentId: string,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    await this.#calls.run(() =>
      this.#parts.handles.use(tableNameOf(organisationId), undefined, async (table) => {
        await table.version();
        const query = table
          .query()
          .select(['reference', 'vector'])
          .where(`document_id = ${toSqlString(documentId)}`);
        for await (const batch of query) {
          for (const { reference, vector } of batch) {
            if (vector) vectors.set(parseReference(reference).chunkId, Float32Array.from(vector));
          }
        }
      }),
    );
    return vectors;
  }

  async isComplete(): Promise<boolean> {
    return await this.#calls.run(() => this.#parts.completeness.isMarked());
  }

  async markComplete(isComplete: boolean): Promise<void> {
    await this.#calls.run(async () => {
      const { lock, completeness } = this.#parts;
      if (lock === undefined) throw readOnly();
      await completeness.mark(isComplete);
    });
  }

  async optimize(): Promise<void> {
    await this.#calls.run(async () => {
      for (const name of await this.#parts.handles.connection.tableNames()) {
        await this.#writerOf(name).optimize();
      }
    });
  }

  /**
   * Optimises the tables that an earlier writer left unoptimised. Unreadable tables are skipped.
   */
  async catchUp(): Promise<void> {
    const names = await this.#calls.run(() => this.#parts.handles.connection.tableNames());
    for (const name of names) {
      await this.#calls.run(() => this.#writerOf(name).catchUp()).catch(() => undefined);
    }
  }

  async health(): Promise<IndexHealth> {
    try {
      return await this.#calls.run(() => this.#checkHealth());
    } catch (error) {
      return { ready: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    if (!(await this.#calls.close())) return;
    await Promise.all(Array.from(this.#writers.values(), (writer) => writer.close()));
    this.#parts.handles.close();
    this.#parts.lock?.release();
  }

  async #checkHealth(): Promise<IndexHealth> {
    const { handles } = this.#parts;
    await handles.checkFolder();
    const names = await handles.connection.tableNames({ limit: maxTablesChecked });
    const problems: string[] = [];
    let unindexedRows = 0;
    for (const name of names) {
      await handles.use(name, undefined, async (table) => {
        const stats = await table.indexStats(termsIndexName);
        unindexedRows += stats?.numUnindexedRows ?? (await table.countRows());
        if (stats === undefined) problems.push(`Table ${name} has no keyword index.`);
        else if (stats.numIndexedRows === 0 && stats.numUnindexedRows > 0) {
          problems.push(`The keyword index of table ${name} covers no rows yet.`);
        }
      });
    }
    for (const { optimizeError } of this.#writers.values()) {
      if (optimizeError !== undefined) problems.push(`Optimising failed: ${optimizeError}`);
    }
    return {
      ready: true,
      unindexedRows,
      ...(problems.length > 0 && { message: problems.join(' ') }),
    };
  }

  async #search(
    organisationId: string,
    { limit, filter, signal, isFollowUp }: IndexSearchOptions,
    { search, valueColumn }: Ranking,
  ): Promise<IndexHit[]> {
    checkLimit(limit);
    const condition = filterToCondition(filter);
    if (condition === 'none') return [];
    const name = tableNameOf(organisationId);
    return await this.#slots.run(
      () =>
        this.#parts.handles.use(name, [], (table) =>
          this.#hits.read({ name, table }, search, { valueColumn, limit, condition }),
        ),
      { owner: organisationId, signal, isFollowUp },
    );
  }

  #writer(organisationId: string): LanceWriter {
    return this.#writerOf(tableNameOf(organisationId));
  }

  #writerOf(name: string): LanceWriter {
    const { handles, dimensions, lock } = this.#parts;
    if (lock === undefined) throw readOnly();
    let writer = this.#writers.get(name);
    if (writer === undefined) {
      writer = new LanceWriter({ name, dimensions, handles });
      this.#writers.set(name, writer);
    }
    return writer;
  }
}

/** A search, and the column in which LanceDB returns its values. */
interface Ranking {
  readonly search: StartSearch;
  readonly valueColumn: ValueColumn;
}

function readOnly(): TypeError {
  return new TypeError('This index was opened for reading only.');
}
