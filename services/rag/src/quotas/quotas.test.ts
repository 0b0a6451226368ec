import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

let rag: TestRag;
let owner: Person;
let collectionId: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-quotas-'));
  rag = await startTestRag(
    { QUOTA_DOCUMENTS: '2', QUOTA_BYTES: '30', SOURCE_FOLDERS: folder },
    {},
    { collections: 3, evaluationSets: 2 },
  );
});
afterAll(async () => {
  await rag[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const organisationId = randomUUID();
  owner = await rag.addPerson(`owner of ${organisationId}`, organisationId, 'owner');
  const made = await owner.call('POST', '/rag/collections', { name: 'Small' });
  collectionId = made.body.id;
});

const upload = (files: Record<string, string>) =>
  owner.call('POST', `/rag/collections/${collectionId}/documents`, filesOf(files));
const addText = (external_id: string, text: string) =>
  owner.call('POST', `/rag/collections/${collectionId}/documents`, {
    documents: [{ external_id, text }],
  });
const listBlobs = async () => {
  const found: string[] = [];
  const all = rag.dependencies.blobs.listOlderThan(new Date(Date.now() + 60_000));
  for await (const sha256 of all) found.push(sha256);
  return found;
};

describe('quotas of documents', () => {
  it('refuse what is over them, and keep none of its bytes', async () => {
    expect((await upload({ 'a.txt': 'one a' })).status).toBe(202);
    const before = await listBlobs();
    const mixed = await upload({ 'b.txt': 'two bb', 'c.txt': 'three ccc' });
    expect(mixed.status).toBe(202);
    expect(mixed.body.documents).toMatchObject([
      { status: 'queued' },
      { file_name: 'c.txt', error: { code: 'quota_exceeded' } },
    ]);
    const refused = await upload({ 'd.txt': 'four dddd' });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'documents', used: 2, limit: 2 },
    });
    expect((await addText('e', 'five eeeee')).status).toBe(409);
    const names = new Set([...before, ...(await listBlobs())]);
    for (const text of ['three ccc', 'four dddd', 'five eeeee']) {
      expect(names).not.toContain(await sha256Of(text));
    }
    expect(names).toContain(await sha256Of('two bb'));
  });

  it('count bytes, let a repeat pass, and hold again what was deleted', async () => {
    const first = await upload({ 'a.txt': 'a'.repeat(20) });
    const id = first.body.documents[0].id;
    expect((await addText('t', 'b'.repeat(11))).body.error).toMatchObject({
      details: { quota: 'bytes', used: 20, limit: 30 },
    });
    expect((await upload({ 'again.txt': 'a'.repeat(20) })).body.documents).toMatchObject([
      { id, duplicate: true },
    ]);
    const larger = await owner.call(
      'PUT',
      `/rag/documents/${id}/file`,
      filesOf({ 'a.txt': 'c'.repeat(31) }),
    );
    expect(larger.body.error).toMatchObject({ details: { quota: 'bytes', used: 20 } });
    const smaller = await owner.call(
      'PUT',
      `/rag/documents/${id}/file`,
      filesOf({ 'a.txt': 'c'.repeat(9) }),
    );
    expect(smaller.status).toBe(202);
    expect((await addText('t', 'b'.repeat(11))).status).toBe(202);
    expect((await owner.call('GET', '/rag/quotas')).body.quotas).toEqual([
      { quota: 'documents', used: 2, limit: 2 },
      { quota: 'bytes', used: 20, limit: 30 },
      { quota: 'collections', used: 1, limit: 3 },
      { quota: 'evaluation_sets', used: 0, limit: 2 },
      { quota: 'parse_seconds', used: expect.any(Number), limit: 86_400 },
    ]);
    await owner.call('DELETE', `/rag/documents/${id}`);
    expect((await addText('u', 'd'.repeat(19))).status).toBe(202);
  });

  it('hold for uploads at the same time', async () => {
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5'].map((text) => upload({ [`${text}.txt`]: text })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 409, 409, 409]);
  });

  it('lose no upload of bytes that another one discards at the same time', async () => {
    const other = await rag.addPerson(`other ${collectionId}`, randomUUID(), 'owner');
    const made = await other.call('POST', '/rag/collections', { name: 'Other' });
    for (const text of ['1', '2']) await upload({ [`${text}.txt`]: text });
    for (let round = 0; round < 5; round += 1) {
      const text = `${round} of ${collectionId.slice(0, 8)}`;
      const [kept] = await Promise.all([
        other.call(
          'POST',
          `/rag/collections/${made.body.id}/documents`,
          filesOf({ 'x.txt': text }),
        ),
        ...['p', 'q', 'r'].map((name) => upload({ [`${name}.txt`]: text })),
      ]);
      if (kept.status === 503) continue;
      expect(kept.status).toBe(202);
      expect(await rag.dependencies.blobs.size(await sha256Of(text))).toBeGreaterThan(0);
      await other.call('DELETE', `/rag/documents/${kept.body.documents[0].id}`);
    }
  });
});

it('lets a source add documents up to its quota, though it stores them together', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
    await writeFile(join(folder, name), name);
  const { body: source } = await owner.call('POST', '/rag/sources', {
    kind: 'folder',
    name: 'Files',
    collection_id: collectionId,
    settings: { path: folder },
  });
  await owner.call('POST', `/rag/sources/${source.id}/sync`);
  const run = await eventually(async () => {
    const { body } = await owner.call('GET', `/rag/sources/${source.id}/runs`);
    const [{ status, added, error }] = body.runs;
    return ['queued', 'running'].includes(status) ? undefined : { status, added, error };
  });
  expect(run).toMatchObject({ status: 'failed', added: 2, error: { code: 'quota_exceeded' } });
});

describe('quotas of collections and evaluation sets', () => {
  it.each([
    ['collections', '/rag/collections', 3, 2],
    ['evaluation_sets', '/rag/evaluation-sets', 2, 2],
  ])('refuse the %s that are over them, also of many at once', async (quota, path, limit, left) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(names.map((name) => owner.call('POST', path, { name })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(left);
    for (const { status, body } of answers) {
      if (status === 201) continue;
      expect(body.error).toMatchObject({
        code: 'quota_exceeded',
        details: { quota, used: limit, limit },
      });
    }
    expect((await owner.call('GET', '/rag/quotas')).body.quotas).toContainEqual({
      quota,
      used: limit,
      limit,
    });
    await owner.call('DELETE', `${path}/${made[0]?.body.id}`);
    expect((await owner.call('POST', path, { name: 'g' })).status).toBe(201);
  });
});

async function sha256Of(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}
