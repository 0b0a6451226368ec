import { hash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { IndexUnavailableError } from '../index-errors.ts';
import type { Connection, Table } from './lance-client.ts';
import { isTableMissing } from './lance-errors.ts';

const maxOpenTables = 256;
/** About thirty optimisations, each of which replaces the indexes. */
const maxVersionsOfConnection = 100;
const defaultLookEveryMs = 30_000;

/** Returns the name of an organisation's table, valid in every file system for any id. */
export function tableNameOf(organisationId: string): string {
  return `organisation-${hash('sha256', organisationId).slice(0, 40)}`;
}

export interface TableHandlesOptions {
  readonly directory: string;
  /** Opens the folder with caches of its own. */
  readonly connect: () => Promise<Connection>;
  /** Changes of a table after which the folder is reopened. */
  readonly versionsAConnection?: number;
  /** Minimum interval between counts of a table's changes. */
  readonly lookEveryMs?: number;
}

interface OpenTable {
  readonly table: Table;
  readonly version: number;
  nextLookAt: number;
}

/**
 * The tables of one index folder, kept open between calls. The engine's cache retains replaced
 * indexes with their deleted files open: after many changes the folder is reopened, which releases
 * them.
 */
export class TableHandles {
  readonly #options: Required<TableHandlesOptions>;
  readonly #open = new Map<string, Promise<OpenTable>>();
  #connection: Connection;

  private constructor(options: Required<TableHandlesOptions>, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  static async open(options: TableHandlesOptions): Promise<TableHandles> {
    const all = {
      versionsAConnection: maxVersionsOfConnection,
      lookEveryMs: defaultLookEveryMs,
      ...options,
    };
    return new TableHandles(all, await options.connect());
  }

  /** Valid for one call: a later one may need another. */
  get connection(): Connection {
    return this.#connection;
  }

  /**
   * Runs `work` on a table. Returns `whenMissing` if the table does not exist or is removed
   * meanwhile; a missing folder is an error.
   */
  async use<Result>(
    name: string,
    whenMissing: Result,
    work: (table: Table) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.useExisting(name, work);
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      await this.checkFolder();
      return whenMissing;
    }
  }

  /** Runs `work` on a table that must exist. */
  async useExisting<Result>(
    name: string,
    work: (table: Table) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(await this.#find(name));
    } catch (error) {
      this.forget(name);
      throw error;
    }
  }

  forget(name: string): void {
    this.#open.delete(name);
  }

  async checkFolder(): Promise<void> {
    const { directory } = this.#options;
    try {
      await access(directory);
    } catch (cause) {
      throw new IndexUnavailableError(`The index folder ${directory} is not there.`, {
        cause,
      });
    }
  }

  close(): void {
    this.#open.clear();
    this.#connection.close();
  }

  async #find(name: string): Promise<Table> {
    const known = await this.#open.get(name);
    if (known === undefined) return (await this.#openTable(name)).table;
    if (performance.now() < known.nextLookAt) return known.table;
    known.nextLookAt = performance.now() + this.#options.lookEveryMs;
    const changes = (await known.table.version()) - known.version;
    if (changes < this.#options.versionsAConnection) return known.table;
    this.#connection = await this.#options.connect();
    this.#open.clear();
    return (await this.#openTable(name)).table;
  }

  #openTable(name: string): Promise<OpenTable> {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= maxOpenTables) this.#open.delete(oldest);
    const opening = this.#connection.openTable(name).then(async (table) => ({
      table,
      version: await table.version(),
      nextLookAt: performance.now() + this.#options.lookEveryMs,
    }));
    this.#open.set(name, opening);
    return opening;
  }
}
