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

const quotas = { documents: 10, bytes: 100 };
const scrape = async () => {
  const metrics = createMetrics('rag');
  observeWork(metrics, database, quotas);
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

it('counts sources whose last run failed, and the share of quotas in use', async () => {
  const collection = randomUUID();
  await test.pool.query(
    `insert into rag.collections (id, organisation_id, name, description, settings, inherit, path,
       grant_path, created_by)
     values ($1::uuid, 'acme', 'a', '', '{}', true, array[$1::uuid], array[$1::uuid], 'u')`,
    [collection],
  );
  const addSource = async (paused: boolean, ...runs: readonly string[]) => {
    const id = randomUUID();
    await test.pool.query(
      `insert into rag.sources (id, organisation_id, collection_id, kind, name, settings, paused, created_by)
       values ($1, 'acme', $2, 'folder', 'a', '{}', $3, 'u')`,
      [id, collection, paused],
    );
    for (const [day, status] of runs.entries()) {
      await test.pool.query(
        `insert into rag.source_runs (id, organisation_id, source_id, status, trigger, created_at)
         values (gen_random_uuid(), 'acme', $1, $2, 'schedule', date '2026-01-01' + $3::int)`,
        [id, status, day],
      );
    }
  };
  await addSource(false, 'done', 'failed');
  await addSource(false, 'failed', 'done');
  await addSource(true, 'failed');
  await addSource(false, 'running');
  await test.pool.query(
    `insert into rag.document_use (organisation_id, documents, bytes) values ('full', 9, 50), ('small', 1, 60)
     on conflict (organisation_id) do update set documents = excluded.documents, bytes = excluded.bytes`,
  );
  const text = await scrape();
  expect(text).toContain('lectern_failing_sources{status="failed",service="rag"} 1');
  expect(text).toContain('lectern_failing_sources{status="waiting",service="rag"} 0');
  expect(text).toContain('lectern_failing_sources{status="stuck",service="rag"} 1');
  expect(text).toMatch(/lectern_index_lag_seconds\{service="rag"\} \d/);
  expect(text).toContain('lectern_quota_used_ratio{quota="documents",service="rag"} 0.9');
  expect(text).toContain('lectern_quota_used_ratio{quota="bytes",service="rag"} 0.6');
});

it('leaves the other figures readable when the database is away', async () => {
  const lost = new Kysely<RagTables>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('away')) }),
  });
  const metrics = createMetrics('rag');
  observeWork(metrics, lost, quotas);
  const text = await metrics.expose();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toContain('lectern_unfinished_documents{');
});
