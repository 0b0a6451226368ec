import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect } from 'kysely';
import type { RagTables } from '../database/tables.ts';
import { showIndexed } from './document-state.ts';

let test: TestDatabase;
let database: Kysely<RagTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it('writes documents in the order of their ids, so that it and another writer end', async () => {
  const claimId = randomUUID();
  const ids = [randomUUID(), randomUUID()].toSorted();
  const [first, second] = ids as [string, string];
  // As they stand in the table, and as they are named: the other way round.
  for (const id of [second, first]) {
    await test.pool.query(
      `insert into rag.documents (id, organisation_id, title, size, sha256, status, created_by,
         claimed_by, claimed_until)
       values ($1::uuid, 'acme', 'a', 1, $1::uuid::text, 'indexing', 'u', $2, now())`,
      [id, claimId],
    );
  }
  const documents = [second, first].map((id) => ({
    id,
    organisation_id: 'acme',
    work: 1,
    done: 3,
  }));

  const writer = await test.pool.connect();
  try {
    await writer.query('begin');
    await writer.query('update rag.documents set starts = starts + 1 where id = $1', [first]);
    const shown = showIndexed(database, claimId, documents);
    await eventually(async () => {
      const { rows } = await test.pool.query(
        `select 1 from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await writer.query('update rag.documents set starts = starts + 1 where id = $1', [second]);
    await writer.query('commit');
    await shown;
  } finally {
    writer.release();
  }
  const { rows } = await test.pool.query(
    'select stage_done, starts from rag.documents where id = any($1::uuid[])',
    [ids],
  );
  expect(rows).toEqual([
    { stage_done: 3, starts: 1 },
    { stage_done: 3, starts: 1 },
  ]);
});
