import path from 'node:path';
import type { IndexHit } from '../ranked-hits.ts';
import type { Query, Table, VectorQuery } from './lance-client.ts';
import { type FetchOptions, fetchHits, fetchKnownHits } from './lance-hits.ts';
import { identifyFolder, readTableRows, type TableRows } from './table-rows.ts';

/** Of all tables together; each takes some 100 bytes. */
const defaultMaxRows = 1_200_000;
/** Reading so many rows costs a fifth of what a recall saves by it. */
const rowsReadPerSearch = 200;

export interface HitReaderOptions {
  /** Folder of the tables. */
  readonly directory: string;
  /** Runs what nobody waits for; a failure is nobody's either. */
  readonly inBackground: (work: () => Promise<void>) => void;
  readonly maxRows?: number;
}

/** Makes a query of a recall, which may be needed twice. */
export type StartSearch = (table: Table) => Promise<Query | VectorQuery>;

interface KeptTable {
  /** Undefined until they were read, and again from the recall on that meets a further one. */
  rows: TableRows | undefined;
  /** Begins when the rows were counted. */
  wait: Wait | undefined;
}

interface Wait {
  /** Until it is over. */
  searches: number;
  /** Then the rows are counted once more, and read if they are no longer too many. */
  readonly hasTooManyRows: boolean;
}

/**
 * Reads the hits of searches. Which chunk a row is is kept in memory, since fetching it for each hit
 * was half of a recall's work. It is read anew once there were enough searches to be worth it.
 */
export class HitReader {
  readonly #options: HitReaderOptions;
  /** The one used last stands last. */
  readonly #tables = new Map<string, KeptTable>();

  constructor(options: HitReaderOptions) {
    this.#options = options;
  }

  async read(
    { name, table }: { readonly name: string; readonly table: Table },
    search: StartSearch,
    options: FetchOptions,
  ): Promise<IndexHit[]> {
    const kept = this.#use(name);
    const { rows } = kept;
    if (rows) {
      const [hits, folder] = await Promise.all([
        fetchKnownHits(await search(table), rows, options),
        identifyFolder(this.#pathOf(name)),
      ]);
      if (hits && folder === rows.folder) return hits;
      if (kept.rows === rows) kept.rows = undefined;
    }
    const hits = await fetchHits(await search(table), options);
    await this.#countRecall({ name, table }, kept);
    return hits;
  }

  #use(name: string): KeptTable {
    const kept = this.#tables.get(name) ?? { rows: undefined, wait: undefined };
    this.#tables.delete(name);
    this.#tables.set(name, kept);
    return kept;
  }

  async #countRecall(
    { name, table }: { readonly name: string; readonly table: Table },
    kept: KeptTable,
  ): Promise<void> {
    if (kept.rows) return;
    kept.wait ??= await this.#startWait(table);
    const { wait } = kept;
    wait.searches -= 1;
    if (wait.searches !== 0) return;
    if (wait.hasTooManyRows) {
      kept.wait = undefined;
      return;
    }
    this.#options.inBackground(async () => {
      try {
        kept.rows = await readTableRows(table, this.#pathOf(name), this.#maxRows);
      } finally {
        kept.wait = undefined;
        this.#forgetTheLeastUsed();
      }
    });
  }

  async #startWait(table: Table): Promise<Wait> {
    const rowCount = await table.countRows();
    return {
      searches: Math.ceil(Math.min(rowCount, this.#maxRows) / rowsReadPerSearch) + 1,
      hasTooManyRows: rowCount > this.#maxRows,
    };
  }

  #forgetTheLeastUsed(): void {
    let count = 0;
    for (const [name, { rows }] of [...this.#tables].reverse()) {
      count += rows?.count ?? 0;
      if (count > this.#maxRows) this.#tables.delete(name);
    }
  }

  get #maxRows(): number {
    return this.#options.maxRows ?? defaultMaxRows;
  }

  #pathOf(name: string): string {
    return path.join(this.#options.directory, `${name}.lance`);
  }
}
