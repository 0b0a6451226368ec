import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect } from 'kysely';
import type { RagTables } from '../database/tables.ts';
import { claimDocuments, releaseClaims, renewClaims } from './claim-documents.ts';

let test: TestDatabase;
let database: Kysely<RagTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function addClaimed(
  claimId: string,
  status = 'parsing',
  id: string = randomUUID(),
): Promise<string> {
  await test.pool.query(
    `insert into rag.documents (id, organisation_id, title, size, sha256, status, created_by,
       claimed_by, claimed_until)
     values ($1::uuid, 'acme', 'a', 1, $1::uuid::text, $2, 'u', $3, now())`,
    [id, status, claimId],
  );
  return id;
}

async function secondsLeft(id: string): Promise<number> {
  const { rows } = await test.pool.query(
    'select extract(epoch from claimed_until - now())::float as left from rag.documents where id = $1',
    [id],
  );
  return rows[0].left;
}

it('renews what is ours and still wanted', async () => {
  const claimId = randomUUID();
  const held = await addClaimed(claimId);
  const ended = await addClaimed(claimId, 'ready');
  const others = await addClaimed(randomUUID());
  expect(await renewClaims(database, claimId)).toEqual([{ id: held, work: 1 }]);
  expect(await secondsLeft(held)).toBeGreaterThan(20);
  expect(await secondsLeft(ended)).toBeLessThanOrEqual(0);
  expect(await secondsLeft(others)).toBeLessThanOrEqual(0);
});

it('waits for no document that is being written, and renews it in the next round', async () => {
  const claimId = randomUUID();
  const written = await addClaimed(claimId);
  const free = await addClaimed(claimId);
  const writer = await test.pool.connect();
  try {
    await writer.query('begin');
    await writer.query('update rag.documents set stage_done = 1 where id = $1', [written]);
    const held = await renewClaims(database, claimId);
    expect(held.map(({ id }) => id).toSorted()).toEqual([written, free].toSorted());
    expect(await secondsLeft(free)).toBeGreaterThan(20);
  } finally {
    await writer.query('rollback');
    writer.release();
  }
  await renewClaims(database, claimId);
  expect(await secondsLeft(written)).toBeGreaterThan(20);
});

it.each([
  [
    'claims',
    (_: string, ids: readonly string[]) =>
      claimDocuments(
        database,
        {
          organisation_id: 'acme',
          documents: ids.map((id) => ({ id, work: 1 })),
          has_password: false,
        },
        randomUUID(),
      ),
  ],
  ['lets go of', (claimId: string) => releaseClaims(database, claimId)],
])(
  '%s documents in the order of their ids, so that it and another writer end',
  async (_, write) => {
    const claimId = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string];
    // As they stand in the table, and as they are named: the other way round.
    for (const id of [second, first]) await addClaimed(claimId, 'parsing', id);
    await test.pool.query('update rag.documents set claimed_until = null where claimed_by = $1', [
      claimId,
    ]);
    const writer = await test.pool.connect();
    try {
      await writer.query('begin');
      await writer.query('update rag.documents set stage_done = 1 where id = $1', [first]);
      const written = write(claimId, [second, first]);
      await eventually(async () => {
        const { rows } = await test.pool.query(
          `select 1 from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await writer.query('update rag.documents set stage_done = 1 where id = $1', [second]);
      await writer.query('commit');
      await written;
    } finally {
      writer.release();
    }
    const { rows } = await test.pool.query(
      'select 1 from rag.documents where id = any($1::uuid[]) and claimed_by = $2',
      [[first, second], claimId],
    );
    expect(rows).toHaveLength(0);
  },
);
