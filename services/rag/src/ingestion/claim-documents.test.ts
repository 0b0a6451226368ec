import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect } from 'kysely';
import type { RagTables } from '../database/tables.ts';
import { renewClaims } from './claim-documents.ts';

let test: TestDatabase;
let database: Kysely<RagTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function addClaimed(claimId: string, status = 'parsing'): Promise<string> {
  const id = randomUUID();
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
