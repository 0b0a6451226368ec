import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ClaimedDocuments } from '../../test/claimed-documents.ts';
import { claimDocuments, releaseClaims, renewClaims } from './claim-documents.ts';

let documents: ClaimedDocuments;

beforeAll(async () => {
  documents = await ClaimedDocuments.create();
});
afterAll(async () => {
  await documents[Symbol.asyncDispose]();
});

async function secondsLeft(id: string): Promise<number> {
  const { rows } = await documents.pool.query(
    'select extract(epoch from claimed_until - now())::float as left from rag.documents where id = $1',
    [id],
  );
  return rows[0].left;
}

it('renews what is ours and still wanted', async () => {
  const claimId = randomUUID();
  const held = await documents.add(claimId);
  const ended = await documents.add(claimId, 'ready');
  const others = await documents.add(randomUUID());
  expect(await renewClaims(documents.database, claimId)).toEqual([{ id: held, work: 1 }]);
  expect(await secondsLeft(held)).toBeGreaterThan(20);
  expect(await secondsLeft(ended)).toBeLessThanOrEqual(0);
  expect(await secondsLeft(others)).toBeLessThanOrEqual(0);
});

it('waits for no document that is being written, and renews it in the next round', async () => {
  const claimId = randomUUID();
  const written = await documents.add(claimId);
  const free = await documents.add(claimId);
  const writer = await documents.pool.connect();
  try {
    await writer.query('begin');
    await writer.query('update rag.documents set stage_done = 1 where id = $1', [written]);
    const held = await renewClaims(documents.database, claimId);
    expect(held.map(({ id }) => id).toSorted()).toEqual([written, free].toSorted());
    expect(await secondsLeft(free)).toBeGreaterThan(20);
  } finally {
    await writer.query('rollback');
    writer.release();
  }
  await renewClaims(documents.database, claimId);
  expect(await secondsLeft(written)).toBeGreaterThan(20);
});

it.each([
  [
    'claims',
    (_: string, ids: readonly string[]) =>
      claimDocuments(
        documents.database,
        {
          organisation_id: 'acme',
          documents: ids.map((id) => ({ id, work: 1 })),
          has_password: false,
        },
        randomUUID(),
      ),
  ],
  ['lets go of', (claimId: string) => releaseClaims(documents.database, claimId)],
])(
  '%s documents in the order of their ids, so that it and another writer end',
  async (_, write) => {
    const claimId = randomUUID();
    const ids = await documents.addTwo(claimId);
    await documents.pool.query(
      'update rag.documents set claimed_until = null where claimed_by = $1',
      [claimId],
    );
    await documents.writeBesideAnother(ids, () => write(claimId, ids.toReversed()));
    const { rows } = await documents.pool.query(
      'select 1 from rag.documents where id = any($1::uuid[]) and claimed_by = $2',
      [ids, claimId],
    );
    expect(rows).toHaveLength(0);
  },
);
