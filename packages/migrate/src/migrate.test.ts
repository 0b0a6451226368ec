import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await database.pool.query('drop schema if exists shelf cascade');
  folder = await mkdtemp(join(tmpdir(), 'lectern-migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate({ databaseUrl: database.url, sources: [{ schema: 'shelf', folder }] });

async function findTables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'shelf' and table_name <> 'migrations' order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('migrate', () => {
  it('applies the files of a schema in order, each once', async () => {
    await write('0002-fill.sql', 'insert into books values (1);');
    await write('0001-books.sql', 'create table books (id int); create table authors (id int);');

    expect((await run()).applied).toEqual([
      { schema: 'shelf', name: '0001-books' },
      { schema: 'shelf', name: '0002-fill' },
    ]);
    expect((await run()).applied).toEqual([]);
    expect(await findTables()).toEqual(['authors', 'books']);
  });

  it('makes the schema and nothing in it when there is no folder', async () => {
    await rm(folder, { recursive: true });
    expect((await run()).applied).toEqual([]);
    expect(await findTables()).toEqual([]);
  });

  it('keeps nothing of a file that fails, and what came before it', async () => {
    await write('0001-books.sql', 'create table books (id int);');
    await write('0002-broken.sql', 'create table shelves (id int); select wrong;');

    await expect(run()).rejects.toThrow(/shelf: 0002-broken failed: .*wrong/);
    expect(await findTables()).toEqual(['books']);
    await write('0002-broken.sql', 'create table shelves (id int);');
    await run();
    expect(await findTables()).toEqual(['books', 'shelves']);
  });

  it('gives way to a query with which it would be in a deadlock, and is applied after it', async () => {
    await write('0001-books.sql', 'create table books (id int); create table authors (id int);');
    await run();
    await write(
      '0002-names.sql',
      'alter table books add column name text; alter table authors add column name text;',
    );
    const reader = await database.pool.connect();
    try {
      // The migration gets the table of books and waits for that of authors; the reader the other way.
      await reader.query('begin; select id from shelf.authors');
      const migrated = run();
      await eventually(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_locks where relation = 'shelf.authors'::regclass and not granted",
        );
        return rows.length === 1;
      });
      await reader.query('select id from shelf.books');
      await reader.query('commit');
      expect((await migrated).applied).toEqual([{ schema: 'shelf', name: '0002-names' }]);
    } finally {
      reader.release();
    }
  });

  it('refuses an applied file that was edited', async () => {
    await write('0001-books.sql', 'create table books (id int);');
    await run();
    await write('0001-books.sql', 'create table books (id bigint);');
    await expect(run()).rejects.toThrow('shelf: 0001-books was edited after it was applied');
  });

  it('takes a file with other line ends as unchanged', async () => {
    await write('0001-books.sql', 'create table\nbooks (id int);\n');
    await run();
    await write('0001-books.sql', 'create table\r\nbooks (id int);\r\n');
    expect((await run()).applied).toEqual([]);
  });

  it('refuses a database whose applied file is gone', async () => {
    await write('0001-books.sql', 'create table books (id int);');
    await run();
    await rm(join(folder, '0001-books.sql'));
    await expect(run()).rejects.toThrow(
      '0001-books was applied to this database but its file is gone',
    );
  });

  it('refuses a file with a number below an applied one', async () => {
    await write('0002-books.sql', 'create table books (id int);');
    await run();
    await write('0001-late.sql', 'create table late (id int);');
    await expect(run()).rejects.toThrow('0001-late comes before 0002-books');
  });

  it.each([
    ['a name without a number', ['books.sql'], 'a migration is named NNNN-name.sql'],
    ['a number used twice', ['0001-a.sql', '0001-b.sql'], 'two migrations have the number 0001'],
  ])('refuses %s', async (_, names, message) => {
    for (const name of names) await write(name, 'select 1;');
    await expect(run()).rejects.toThrow(message);
  });

  it('lets several processes migrate at once', async () => {
    await write('0001-books.sql', 'create table books (id int); select pg_sleep(0.2);');
    const results = await Promise.all([run(), run(), run()]);
    expect(results.flatMap(({ applied }) => applied)).toHaveLength(1);
  });
});
