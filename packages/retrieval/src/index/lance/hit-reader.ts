import path from 'node:path';
import type { IndexHit } from '../ranked-hits.ts';
import type { Query, Table, VectorQuery } from './lance-client.ts';
import { type FetchOptions, fetchHits, fetchKnownHits } from './lance-hits.ts';
import { identifyFolder, readTableRows, type TableRows } from './table-rows.ts';

/** Maximum rows of all tables together; each takes about 100 bytes. */
const defaultMaxRows = 1_200_000;
/** Reading this many rows costs a fifth of the time that they save in a search. */
const rowsReadPerSearch = 200;

export interface HitReaderOptions {
  /** Folder of the tables. */
  readonly directory: string;
  /** Runs work in the background and ignores its failure. */
  readonly inBackground: (work: () => Promise<void>) => void;
  readonly maxRows?: number;
}

/** Creates the query of a search, which may be needed twice. */
export type StartSearch = (table: Table) => Promise<Query | VectorQuery>;

interface KeptTable {
  /** Undefined until the rows are read, and after a search met an unknown row. */
  rows: TableRows | undefined;
  /** Starts when the rows were counted. */
  wait: Wait | undefined;
}

interface Wait {
  /** Searches until the wait is over. */
  searches: number;
  /** True if there were too many rows: then they are counted again instead of read. */
  readonly hasTooManyRows: boolean;
}

/**
 * Reads the hits of searches. Each row's chunk is cached, since fetching it for each hit was half
 * of a search's work. The cache is read again after enough searches to be worth it.
 */
export class HitReader {
  readonly #options: HitReaderOptions;
  /** Least recently used first. */
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
      const hits = await fetchKnownHits(await search(table), rows, options);
      if (hits && identifyFolder(this.#pathOf(name)) === rows.folder) return hits;
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
