import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { createLogger } from '../logger.ts';
import { runForTenant } from './fair-pool.ts';
import { openPool } from './open-pool.ts';
import { prepared, preparedMark } from './prepared.ts';

describe('a pool', () => {
  const closers: (() => Promise<void> | void)[] = [];
  let test: TestDatabase;
  let pool: Pool;
  let database: Kysely<{ notes: { id: number; text: string } }>;

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.pool.query(`create table notes as select 1 as id, 'first' as text`);
    const logger = createLogger({ name: 'test', level: 'silent' });
    const options = { url: test.url, size: 1, applicationName: 'test', logger };
    pool = openPool(options, (close) => closers.push(close));
    database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await test[Symbol.asyncDispose]();
  });

  const byId = (id: number) => database.selectFrom('notes').select('text').where('id', '=', id);
  const countPrepared = async () => {
    const { rows } = await sql<{ runs: string }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements`.execute(database);
    return rows.map(({ runs }) => Number(runs));
  };

  it('keeps marked statements alone, and runs them again with other values', async () => {
    await byId(1).execute();
    expect(await countPrepared()).toEqual([]);
    expect(await byId(1).$call(prepared).execute()).toEqual([{ text: 'first' }]);
    expect(await byId(2).$call(prepared).execute()).toEqual([]);
    expect(await countPrepared()).toEqual([2]);
  });

  it('keeps a statement that was written as text with the mark', async () => {
    const text = `select id from notes where id > $1 ${preparedMark}`;
    const before = await countPrepared();
    for (const id of [0, 1, 2]) await pool.query(text, [id]);
    expect(await countPrepared()).toEqual([...before, 3]);
  });

  it('answers other organisations while slow statements of one fill its share', async () => {
    const logger = createLogger({ name: 'test', level: 'silent' });
    const options = { url: test.url, size: 4, applicationName: 'test', logger };
    const shared = openPool(options, (close) => closers.push(close));
    const ended: string[] = [];
    const run = (tenant: string, statement: string) =>
      runForTenant(tenant, () => shared.query(statement)).then(() => ended.push(tenant));
    const slow = Array.from({ length: 8 }, () => run('acme', 'select pg_sleep(0.3)'));
    await run('globex', 'select 1');
    expect(ended).toEqual(['globex']);
    await shared.query('select 1');
    await Promise.all(slow);
    const failing = runForTenant('acme', () => shared.query('select broken'));
    await expect(failing).rejects.toThrow('broken');
    await run('acme', 'select 1');
  });

  it('outlives the loss of a connection that is held between two statements', async () => {
    const held = await pool.connect();
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise((resolve) => held.once('end', resolve));
    await test.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await lost;
    await expect(held.query('select 1')).rejects.toThrow('not queryable');
    held.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
