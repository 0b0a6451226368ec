import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HybridIndex } from '@lectern/retrieval';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { emptyBin, purgeExpired } from '../bin-entries/purge.ts';
import { removeDocuments } from '../ingestion/remove-documents.ts';

let rag: TestRag;
let owner: Person;
let writer: Person;
let reader: Person;

beforeAll(async () => {
  rag = await startTestRag({ QUOTA_BYTES: '2000' });
  owner = await rag.addPerson('olga', 'acme', 'owner');
  writer = await rag.addPerson('will', 'acme', 'member');
  reader = await rag.addPerson('rita', 'acme', 'member');
});
afterAll(() => rag[Symbol.asyncDispose]());

const createCollection = async (name: string, parent_id?: string): Promise<string> =>
  (await owner.call('POST', '/rag/collections', { name, ...(parent_id && { parent_id }) })).body.id;
const grant = (id: string, person: Person, permission: string) =>
  owner.call('PUT', `/rag/collections/${id}/grants`, {
    inherit: true,
    grants: [{ grantee: { type: 'user', id: person.userId }, permission }],
  });
const upload = async (collection: string, name: string, text: string): Promise<string> => {
  const { body } = await owner.call(
    'POST',
    `/rag/collections/${collection}/documents`,
    filesOf({ [name]: text }),
  );
  const { id } = body.documents[0];
  await rag.settled(owner, id);
  return id;
};
const listBin = async (person: Person) => (await person.call('GET', '/internal/bin')).body.entries;
const restore = (person: Person, id: string) => person.call('POST', `/internal/bin/${id}/restore`);
const purge = (person: Person, id: string) => person.call('DELETE', `/internal/bin/${id}`);
const search = async (query: string) =>
  (await owner.call('POST', '/rag/search', { query, explain: true })).body.chunks;
const countIndexed = async (document: string) => {
  const { index } = await rag.dependencies.search.searchIndex.current();
  let count = 0;
  for await (const { documentId } of index.listChunks('acme'))
    count += Number(documentId === document);
  return count;
};
const countWaiting = async () => {
  const { rows } = await rag.database.pool.query(
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0].count;
};
const untilOutOfIndex = (document: string) =>
  eventually(async () => (await countIndexed(document)) === 0, { timeoutMs: 20_000 });

describe('a deleted document', () => {
  it('returns whole: id, metadata, chunks and score', async () => {
    const collection = await createCollection('Whole');
    const id = await upload(collection, 'heron.txt', 'The heron waits in shallow water.');
    await owner.call('PATCH', `/rag/documents/${id}`, { metadata: { kind: 'bird' } });
    const before = (await owner.call('GET', `/rag/documents/${id}`)).body;
    const found = await search('heron shallow');
    expect((await owner.call('DELETE', `/rag/documents/${id}`)).status).toBe(204);
    expect(await search('heron shallow')).toEqual([]);
    for (const path of ['', '/text', '/chunks', '/file']) {
      expect((await owner.call('GET', `/rag/documents/${id}${path}`)).status).toBe(404);
    }
    await untilOutOfIndex(id);
    expect(await listBin(owner)).toMatchObject([
      { id, kind: 'document', name: 'heron', parent_name: 'Whole', deleted_by: 'olga' },
    ]);
    expect((await restore(owner, id)).status).toBe(200);
    expect(await rag.settled(owner, id)).toEqual({ ...before, updated_at: expect.any(String) });
    expect(await search('heron shallow')).toEqual(found);
    expect(await listBin(owner)).toEqual([]);
    expect((await restore(owner, id)).body.error.code).toBe('bin_entry_not_found');
  });

  it('does not return where its content or external id is again', async () => {
    const collection = await createCollection('Again');
    const id = await upload(collection, 'wren.txt', 'The wren sings.');
    await owner.call('DELETE', `/rag/documents/${id}`);
    const again = await upload(collection, 'wren.txt', 'The wren sings.');
    expect(again).not.toBe(id);
    const path = `/rag/collections/${collection}/documents`;
    const add = async (text: string) =>
      (await owner.call('POST', path, { documents: [{ external_id: 'x', text }] })).body
        .documents[0].id;
    const external = await add('First.');
    await owner.call('DELETE', `/rag/documents/${external}`);
    await add('Second.');
    for (const entry of [id, external]) {
      const { status, body } = await restore(owner, entry);
      expect([status, body.error.code]).toEqual([409, 'document_state_conflict']);
      expect((await purge(owner, entry)).status).toBe(200);
    }
  });

  it('is seen and restored by those alone who may write', async () => {
    const collection = await createCollection('Rights');
    await owner.call('PUT', `/rag/collections/${collection}/grants`, {
      inherit: true,
      grants: [
        { grantee: { type: 'user', id: writer.userId }, permission: 'write' },
        { grantee: { type: 'user', id: reader.userId }, permission: 'read' },
      ],
    });
    const id = await upload(collection, 'owl.txt', 'The owl hoots.');
    await owner.call('DELETE', `/rag/documents/${id}`);
    expect(await listBin(reader)).toEqual([]);
    for (const refused of [await restore(reader, id), await purge(reader, id)]) {
      expect([refused.status, refused.body.error.code]).toEqual([404, 'bin_entry_not_found']);
    }
    expect(await listBin(writer)).toMatchObject([{ id }]);
    await grant(collection, reader, 'read');
    expect(await listBin(writer)).toEqual([]);
    await grant(collection, writer, 'write');
    expect((await restore(writer, id)).status).toBe(200);
  });

  it('is removed when it is purged, by a person or after 30 days', async () => {
    const collection = await createCollection('Purged');
    const first = await upload(collection, 'a.txt', 'A swift.');
    const second = await upload(collection, 'b.txt', 'A swallow.');
    for (const id of [first, second]) await owner.call('DELETE', `/rag/documents/${id}`);
    await purge(owner, first);
    expect(await purgeExpired(rag.dependencies.database)).toBe(0);
    await rag.database.pool.query(
      "update rag.bin_entries set deleted_at = now() - interval '31 days' where id = $1",
      [second],
    );
    expect(await purgeExpired(rag.dependencies.database)).toBe(1);
    await eventually(
      async () => {
        const { rows } = await rag.database.pool.query(
          'select from rag.documents where id = any($1)',
          [[first, second]],
        );
        return rows.length === 0;
      },
      { timeoutMs: 20_000 },
    );
  });

  it('is not lost where it is restored while its removal from the index runs', async () => {
    const id = await upload(await createCollection('Held'), 'crane.txt', 'The crane dances.');
    await owner.call('DELETE', `/rag/documents/${id}`);
    await untilOutOfIndex(id);
    // A document that a worker processes is never removed.
    await rag.stopWorker();
    let restored: number | undefined;
    let restoring: Promise<void> | undefined;
    const { database } = rag.dependencies;
    const deleteDocument = async () => {
      restoring = restore(owner, id).then(({ status }) => {
        restored = status;
      });
      await eventually(async () => restored !== undefined || (await countWaiting()) > 0);
    };
    const index = { deleteDocument } as unknown as HybridIndex;
    await removeDocuments({ database, index }, { organisation_id: 'acme', document_ids: [id] });
    await restoring;
    expect(restored).toBe(200);
    await rag.startWorker();
    expect((await rag.settled(owner, id)).status).toBe('ready');
    expect((await search('crane dances'))[0].document_id).toBe(id);
  });
});

describe('a deleted collection', () => {
  it('returns with children, grants and documents, and is one entry', async () => {
    const top = await createCollection('Top');
    const child = await createCollection('Child', top);
    await grant(child, reader, 'read');
    const id = await upload(child, 'kite.txt', 'The kite circles over the ridge.');
    const grants = (await owner.call('GET', `/rag/collections/${child}/grants`)).body;
    expect((await owner.call('DELETE', `/rag/collections/${top}`)).status).toBe(204);
    expect(await listBin(owner)).toMatchObject([
      { id: top, kind: 'collection', name: 'Top', document_count: 1 },
    ]);
    expect(await listBin(reader)).toEqual([]);
    expect((await owner.call('GET', `/rag/collections/${child}`)).status).toBe(404);
    await untilOutOfIndex(id);
    expect((await restore(owner, top)).status).toBe(200);
    expect((await owner.call('GET', `/rag/collections/${child}`)).body).toMatchObject({
      parent_id: top,
      document_count: 1,
    });
    expect((await owner.call('GET', `/rag/collections/${child}/grants`)).body).toEqual(grants);
    await rag.settled(reader, id);
    expect((await search('kite circles ridge'))[0]).toMatchObject({ document_id: id });
  });

  it('keeps its name conflict, and returns to the root without its parent', async () => {
    const parent = await createCollection('Parent');
    const child = await createCollection('Named', parent);
    const lone = await upload(child, 'lone.txt', 'A lone gull.');
    await owner.call('DELETE', `/rag/documents/${lone}`);
    await owner.call('DELETE', `/rag/collections/${child}`);
    expect((await restore(owner, lone)).body.error.code).toBe('parent_deleted');
    const taken = await createCollection('Named', parent);
    expect((await restore(owner, child)).body.error.code).toBe('collection_name_taken');
    await owner.call('DELETE', `/rag/collections/${taken}`);
    await owner.call('DELETE', `/rag/collections/${parent}`);
    expect((await restore(owner, child)).status).toBe(200);
    expect((await owner.call('GET', `/rag/collections/${child}`)).body.parent_id).toBeNull();
    expect((await restore(owner, lone)).status).toBe(200);
    expect((await rag.settled(owner, lone)).collection_id).toBe(child);
  });

  it('counts for the quota when it returns', async () => {
    const collection = await createCollection('Large');
    const large = await upload(collection, 'large.txt', 'x'.repeat(1_500));
    await owner.call('DELETE', `/rag/collections/${collection}`);
    const other = await createCollection('Other');
    await upload(other, 'other.txt', 'y'.repeat(1_000));
    const { status, body } = await restore(owner, collection);
    expect([status, body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'quota_exceeded' }),
    ]);
    expect(await listBin(owner)).toContainEqual(expect.objectContaining({ id: collection }));
    await owner.call('DELETE', `/rag/collections/${other}`);
    // The bin holds as much as the quota: the oldest entry has left it.
    expect(await listBin(owner)).not.toContainEqual(expect.objectContaining({ id: collection }));
    expect((await owner.call('GET', `/rag/documents/${large}`)).status).toBe(404);
  });
});

it('lists by pages and by kind', async () => {
  const other = await rag.addPerson('gina', 'globex', 'owner');
  for (const name of ['One', 'Two', 'Three']) {
    const { body } = await other.call('POST', '/rag/collections', { name });
    await other.call('DELETE', `/rag/collections/${body.id}`);
  }
  const first = (await other.call('GET', '/internal/bin?limit=2&kind=collection')).body;
  const next = await other.call('GET', `/internal/bin?limit=2&cursor=${first.next_cursor}`);
  const names = [...first.entries, ...next.body.entries].map(({ name }) => name);
  expect(names).toEqual(['Three', 'Two', 'One']);
  expect((await other.call('GET', '/internal/bin?kind=document')).body.entries).toEqual([]);
  expect(await listBin(owner)).not.toContainEqual(expect.objectContaining({ name: 'One' }));
});

it('is emptied however many entries it has', async () => {
  const { pool } = rag.database;
  await pool.query(
    `insert into rag.bin_entries (id, organisation_id, kind, name, grant_path, inherit,
       document_count, size, deleted_by, deleted_at)
     select gen_random_uuid(), 'full', 'document', 'Old', '{}', true, 1, 1, 'ann', now()
     from generate_series(1, 66000)`,
  );
  await emptyBin(rag.dependencies.database, 'full');
  const { rows } = await pool.query("select from rag.bin_entries where organisation_id = 'full'");
  expect(rows).toEqual([]);
});
