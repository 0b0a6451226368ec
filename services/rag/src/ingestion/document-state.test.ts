import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { ClaimedDocuments } from '../../test/claimed-documents.ts';
import { showIndexed } from './document-state.ts';

it('writes documents in the order of their ids, so that it and another writer end', async () => {
  await using documents = await ClaimedDocuments.create();
  const claimId = randomUUID();
  const ids = await documents.addTwo(claimId, 'indexing');
  const indexed = ids.toReversed().map((id) => ({ id, organisation_id: 'acme', work: 1, done: 3 }));
  await documents.writeBesideAnother(ids, () => showIndexed(documents.database, claimId, indexed));
  const { rows } = await documents.pool.query(
    'select stage_done, starts from rag.documents where id = any($1::uuid[])',
    [ids],
  );
  expect(rows).toEqual([
    { stage_done: 3, starts: 1 },
    { stage_done: 3, starts: 1 },
  ]);
});
