import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMetrics } from '@lectern/service';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect } from 'kysely';
import type { RagTables } from '../database/tables.ts';
import { observeWork } from './observe-work.ts';

let test: TestDatabase;
let database: Kysely<RagTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const scrape = async () => {
  const metrics = createMetrics('rag');
  observeWork(metrics, database);
  return metrics.expose();
};

it('tells how many documents wait in each status, and since when', async () => {
  const add = (status: string, minutes: number, isDeleted = false) =>
    test.pool.query(
      `insert into rag.documents
         (id, organisation_id, title, size, sha256, status, created_by, updated_at, deleted_at)
       values ($1::uuid, 'acme', 'a', 1, $1::uuid::text, $2, 'u', now() - make_interval(mins => $3),
         case when $4 then now() end)`,
      [randomUUID(), status, minutes, isDeleted],
    );
  await add('queued', 2);
  await add('queued', 10);
  await add('queued', 60, true);
  await add('ready', 90);

  const text = await scrape();
  expect(text).toContain('lectern_unfinished_documents{status="queued",service="rag"} 2');
  expect(text).toContain('lectern_unfinished_documents{status="parsing",service="rag"} 0');
  expect(text).not.toContain('status="ready"');
  const age = /lectern_unfinished_work_age_seconds\{status="queued",service="rag"\} ([\d.]+)/;
  const seconds = Number(age.exec(text)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(600);
  expect(seconds).toBeLessThan(660);
});

it('leaves the other figures readable when the database is away', async () => {
  const lost = new Kysely<RagTables>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('away')) }),
  });
  const metrics = createMetrics('rag');
  observeWork(metrics, lost);
  const text = await metrics.expose();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toContain('lectern_unfinished_documents{');
});
