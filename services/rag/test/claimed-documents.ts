import { randomUUID } from 'node:crypto';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect } from 'kysely';
import type { RagTables } from '../src/database/tables.ts';

/** Rows of documents held by a worker, in a database of their own. */
export class ClaimedDocuments implements AsyncDisposable {
  readonly #test: TestDatabase;
  readonly database: Kysely<RagTables>;

  private constructor(test: TestDatabase) {
    this.#test = test;
    this.database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
  }

  static async create(): Promise<ClaimedDocuments> {
    return new ClaimedDocuments(await createTestDatabase());
  }

  get pool(): TestDatabase['pool'] {
    return this.#test.pool;
  }

  /** Adds a document whose claim ends now; returns its id. */
  async add(claimId: string, status = 'parsing', id: string = randomUUID()): Promise<string> {
    await this.pool.query(
      `insert into rag.documents (id, organisation_id, title, size, sha256, status, created_by,
         claimed_by, claimed_until)
       values ($1::uuid, 'acme', 'a', 1, $1::uuid::text, $2, 'u', $3, now())`,
      [id, status, claimId],
    );
    return id;
  }

  /**
   * Adds two documents whose order in the table is against that of their ids; returns the ids in
   * order.
   */
  async addTwo(claimId: string, status?: string): Promise<[string, string]> {
    const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string];
    for (const id of [second, first]) await this.add(claimId, status, id);
    return [first, second];
  }

  /**
   * Runs a write beside another writer of both, which locks the first one before and the second one
   * after.
   */
  async writeBesideAnother(
    [first, second]: readonly [string, string],
    write: () => Promise<unknown>,
  ): Promise<void> {
    const another = await this.pool.connect();
    const touch = (id: string) =>
      another.query('update rag.documents set starts = starts + 1 where id = $1', [id]);
    try {
      await another.query('begin');
      await touch(first);
      const written = write();
      await eventually(async () => {
        const { rows } = await this.pool.query(
          `select 1 from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await touch(second);
      await another.query('commit');
      await written;
    } finally {
      another.release();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#test[Symbol.asyncDispose]();
  }
}
