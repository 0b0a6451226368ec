import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from './create-test-database.ts';

describe('createTestDatabase', () => {
  it('gives a migrated database that shares nothing with another one', async () => {
    await using first = await createTestDatabase();
    await using second = await createTestDatabase();
    await first.pool.query('create table only_here (id int)');

    const queueTables = await second.pool.query(
      "select 1 from information_schema.tables where table_schema = 'queue'",
    );
    expect(queueTables.rowCount).toBeGreaterThan(0);
    const found = await second.pool.query("select to_regclass('only_here') as table");
    expect(found.rows).toEqual([{ table: null }]);
  });

  it('drops the database on dispose, also under open connections', async () => {
    await using other = await createTestDatabase();
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await database[Symbol.asyncDispose]();

    const left = await other.pool.query('select 1 from pg_database where datname = $1', [name]);
    expect(left.rowCount).toBe(0);
  });
});
