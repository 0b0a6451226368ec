import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { IndexUnavailableError } from '../index-errors.ts';
import { isTableMissing } from './lance-errors.ts';
import type { Connection, Table } from './lancedb.ts';

const MOST_OPEN_TABLES = 256;

/** Table of an organisation. Any id gives a name that every file system takes as it is. */
export function tableNameOf(organisationId: string): string {
  return `organisation-${createHash('sha256').update(organisationId).digest('hex').slice(0, 40)}`;
}

/** The tables of one index folder, kept open between calls. */
export class TableHandles {
  readonly #connection: Connection;
  readonly #directory: string;
  readonly #open = new Map<string, Promise<Table>>();

  constructor(connection: Connection, directory: string) {
    this.#connection = connection;
    this.#directory = directory;
  }

  /**
   * Runs `work` on a table. A table that is not there, or goes away meanwhile, gives `whenMissing`;
   * a folder that is not there is an error.
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

  /** Runs `work` on a table that must be there. */
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
    try {
      await access(this.#directory);
    } catch (cause) {
      throw new IndexUnavailableError(`The index folder ${this.#directory} is not there.`, {
        cause,
      });
    }
  }

  close(): void {
    this.#open.clear();
    this.#connection.close();
  }

  #find(name: string): Promise<Table> {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MOST_OPEN_TABLES) this.#open.delete(oldest);
    const opening = this.#connection.openTable(name);
    this.#open.set(name, opening);
    return opening;
  }
}
