import { expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { filesOf, startTestRag } from '../../test/start-test-rag.ts';
import { loadAccess } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { listVersions } from './list-versions.ts';

it('lists the newest version, and the one before while that still answers', async () => {
  await using rag = await startTestRag();
  const owner = await rag.addPerson('olga', 'acme', 'owner');
  const { body: collection } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
  const sent = await owner.call(
    'POST',
    `/rag/collections/${collection.id}/documents`,
    filesOf({ 'heron.txt': 'The heron waits.' }),
  );
  const { id } = sent.body.documents[0];
  const list = async () => (await owner.call('GET', `/rag/documents/${id}/versions`)).body.versions;

  const { created_at } = await rag.settled(owner, id);
  const first = { version: 1, file_name: 'heron.txt', added_at: created_at, added_by: 'olga' };
  expect(await list()).toMatchObject([{ ...first, status: 'ready', answers: true, size: 16 }]);

  await rag.stopWorker();
  await owner.call('PUT', `/rag/documents/${id}/file`, filesOf({ 'egret.txt': 'An egret.' }));
  const second = { version: 2, file_name: 'egret.txt', added_at: null, added_by: null, size: 9 };
  expect(await list()).toMatchObject([
    { ...second, status: 'queued', answers: false, read_at: null },
    { ...first, status: null, answers: true, size: null, read_at: expect.any(String) },
  ]);

  await rag.startWorker();
  await rag.settled(owner, id);
  expect(await list()).toMatchObject([{ ...second, status: 'ready', answers: true }]);

  const stranger = await rag.addPerson('stan', 'other', 'owner');
  const refused = await stranger.call('GET', `/rag/documents/${id}/versions`);
  expect([refused.status, refused.body.error.code]).toEqual([404, 'document_not_found']);
});

it('names a version that answers while another one takes its place', async () => {
  await using rag = await startTestRag();
  const owner = await rag.addPerson('olga', 'acme', 'owner');
  const { body: collection } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
  const sent = await owner.call(
    'POST',
    `/rag/collections/${collection.id}/documents`,
    filesOf({ 'heron.txt': 'The heron waits.' }),
  );
  const { id } = sent.body.documents[0];
  await rag.settled(owner, id);
  const { database } = rag.dependencies;
  let isReplaced = false;
  const slow = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isReplaced) {
        isReplaced = true;
        await owner.call('PUT', `/rag/documents/${id}/file`, filesOf({ 'egret.txt': 'An egret.' }));
        await rag.settled(owner, id);
        await eventually(async () => (await selectRevisions(database, id)).length === 1, {
          timeoutMs: 30_000,
        });
      }
      return result;
    },
  });
  const who = { userId: 'olga', organisationId: 'acme', scopes: [], runId: undefined };
  const access = await loadAccess(database, who);
  const { versions } = await listVersions(slow, access, id);
  expect(isReplaced).toBe(true);
  expect(versions.filter(({ answers }) => answers)).toHaveLength(1);
});

function selectRevisions(database: Database, id: string) {
  return database.selectFrom('rag.revisions').select('id').where('document_id', '=', id).execute();
}
