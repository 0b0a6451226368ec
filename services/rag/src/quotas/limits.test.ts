import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { KnowledgeLimits } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { createSlowWorkRecorder } from './slow-work.ts';

let rag: TestRag;
let owner: Person;
let operator: Person;
const path = '/internal/limits';

beforeAll(async () => {
  rag = await startTestRag({ QUOTA_DOCUMENTS: '4' });
  owner = await rag.addPerson('owner', 'acme', 'owner');
  operator = await rag.addPerson('operator', 'acme', { role: 'owner', isOperator: true });
});
afterAll(() => rag[Symbol.asyncDispose]());

const query = (text: string, values: readonly unknown[] = []) =>
  rag.database.pool.query(text, [...values]);
const loadLimits = async (): Promise<KnowledgeLimits> => {
  const { status, body } = await operator.call('GET', path);
  expect(status).toBe(200);
  return body;
};

it('are for administrators of the installation alone', async () => {
  expect((await owner.call('GET', path)).status).toBe(403);
});

it('show the use of each organisation, the fullest one first', async () => {
  const other = await rag.addPerson('other', 'small', 'owner');
  for (const [person, files] of [
    [other, { 'a.txt': 'a' }],
    [owner, { 'a.txt': 'a', 'b.txt': 'b' }],
  ] as const) {
    const made = await person.call('POST', '/rag/collections', { name: 'C' });
    await person.call('POST', `/rag/collections/${made.body.id}/documents`, filesOf(files));
  }
  const { organisations, index } = await loadLimits();
  expect(organisations.map(({ organisation_id }) => organisation_id)).toEqual(['acme', 'small']);
  expect(organisations[0]?.quotas).toContainEqual({ quota: 'documents', used: 2, limit: 4 });
  expect(index).toEqual({ lag_seconds: expect.any(Number), building: null });
});

it('measure the lag since the present work was asked for', async () => {
  await query(`update rag.documents set status = 'ready', created_at = now() - interval '9 days'`);
  expect((await loadLimits()).index.lag_seconds).toBe(0);
  await query(`update rag.documents set status = 'queued', work = work + 1`);
  expect((await loadLimits()).index.lag_seconds).toBeLessThan(60);
  await query(`update rag.documents set work_since = now() - interval '2 hours'`);
  expect((await loadLimits()).index.lag_seconds).toBeGreaterThanOrEqual(7_200);
  await query(`update rag.documents set status = 'ready'`);
});

it('show the slowest work of a day, a bounded number of records, and no quick work', async () => {
  const warnings: unknown[] = [];
  const logger = { warn: (fact: unknown) => warnings.push(fact) };
  const record = createSlowWorkRecorder(rag.dependencies.database, logger as never);
  const count = async (kind: string) =>
    (await query('select from rag.slow_work where kind = $1', [kind])).rowCount ?? 0;
  const search = { kind: 'search', organisationId: 'acme' } as const;
  record({ ...search, durationMs: 999 });
  await query(
    `insert into rag.slow_work (kind, organisation_id, duration_ms, at)
     select 'search', 'acme', 1000 + n, now() - make_interval(days => (n > 590)::int * 2)
     from generate_series(1, 600) as n`,
  );
  record({ ...search, durationMs: 5_000 });
  record({ ...search, durationMs: 6_000 });
  await eventually(async () => (await count('search')) === 500);
  const documentId = randomUUID();
  const parse = { kind: 'parse', organisationId: 'acme', documentId } as const;
  await eventually(async () => {
    record({ ...parse, durationMs: 20_000, format: 'application/pdf' });
    return (await count('parse')) > 0;
  });
  const { slow_searches, slow_parses } = await loadLimits();
  expect(slow_searches).toHaveLength(20);
  expect(slow_searches.map(({ duration_ms }) => duration_ms).slice(0, 2)).toEqual([5_000, 1_590]);
  expect(Object.keys(slow_searches[0] ?? {}).toSorted()).toEqual([
    'at',
    'duration_ms',
    'organisation_id',
  ]);
  expect(slow_parses[0]).toMatchObject({ document_id: documentId, format: 'application/pdf' });
  expect(warnings).toEqual([]);
});

it('name the type that a slow file turned out to have', async () => {
  const made = await owner.call('POST', '/rag/collections', { name: 'Slow' });
  const { body } = await owner.call(
    'POST',
    `/rag/collections/${made.body.id}/documents`,
    filesOf({ 'slow.md': '# Heading\n\nA text.' }),
  );
  const [{ id }] = body.documents;
  await rag.settled(owner, id);
  await query(
    `insert into rag.slow_work (kind, organisation_id, document_id, format, duration_ms)
     values ('parse', 'acme', $1, 'application/octet-stream', 90000)`,
    [id],
  );
  const { slow_parses } = await loadLimits();
  expect(slow_parses[0]).toMatchObject({ document_id: id, format: 'text/markdown' });
});

it('name sources with three failures in a row, and those with a run that does not end', async () => {
  const made = await owner.call('POST', '/rag/collections', { name: 'Sources' });
  const add = async (isPaused: boolean, ...runs: readonly string[]) => {
    const id = randomUUID();
    await query(
      `insert into rag.sources (id, organisation_id, collection_id, kind, name, settings, paused, created_by)
       values ($1::uuid, 'acme', $2, 'folder', $1::uuid::text, '{}', $3, 'u')`,
      [id, made.body.id, isPaused],
    );
    for (const [day, status] of runs.entries()) {
      await query(
        `insert into rag.source_runs
           (id, organisation_id, source_id, status, trigger, created_at, started_at, error_code)
         values (gen_random_uuid(), 'acme', $1, $2, 'schedule', date '2026-01-01' + $3::int,
           now() - interval '7 hours', case $2::text when 'failed' then 'unreachable' end)`,
        [id, status, day],
      );
    }
    return id;
  };
  const failing = await add(false, 'done', 'failed', 'failed', 'failed');
  const hanging = await add(false, 'done', 'running');
  await add(false, 'failed', 'failed', 'failed', 'done');
  await add(false, 'failed', 'failed');
  await add(true, 'failed', 'failed', 'failed');
  const { stuck_sources } = await loadLimits();
  expect(stuck_sources).toMatchObject([
    { source_id: hanging, failed_runs: 0, error_code: null, running_seconds: expect.any(Number) },
    { source_id: failing, failed_runs: 3, error_code: 'unreachable', running_seconds: null },
  ]);
});
