import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { runRebuild } from './run-rebuild.ts';

describe('rebuilding the index', () => {
  let indexFolder: string;
  let rag: TestRag;
  let owner: Person;
  let collection: string;

  beforeAll(async () => {
    indexFolder = await mkdtemp(join(tmpdir(), 'lectern-rebuild-'));
    rag = await startTestRag({ INDEX_DIR: indexFolder });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    collection = (await owner.call('POST', '/rag/collections', { name: 'Birds' })).body.id;
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await rm(indexFolder, { recursive: true, force: true });
  });

  const upload = async (files: Record<string, string>) => {
    const path = `/rag/collections/${collection}/documents`;
    const { body } = await owner.call('POST', path, filesOf(files));
    const ids = body.documents.map(({ id }: { id: string }) => id) as string[];
    for (const id of ids) await rag.settled(owner, id);
    return ids;
  };
  const search = (query: string, mode = 'hybrid') =>
    owner.call('POST', '/rag/search', { query, mode, limit: 50 });
  const found = async (query: string, mode?: string) => {
    const { status, body } = await search(query, mode);
    if (status !== 200) throw new Error(`search answered ${status}`);
    return body.chunks.map((chunk: { document_id: string }) => chunk.document_id) as string[];
  };
  /** Calls as the gateway does for the administrator of the installation. */
  const administer = async (method: string) => {
    const { userId, organisationId } = owner;
    const token = await rag.identity.token({ userId, organisationId, isOperator: true });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${rag.url}/rag/admin/rebuild-index`, { method, headers });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    return { status: response.status, body: (await response.json()) as any };
  };
  const rebuildState = async () => (await administer('GET')).body;

  it('answers no search from an index that lost its data, until a worker has filled it', async () => {
    const [id] = await upload({ 'heron.txt': 'The heron waits in shallow water.' });
    expect(await found('heron shallow')).toEqual([id]);

    await rag.stopWorker();
    await rm(indexFolder, { recursive: true, force: true });
    await eventually(async () => (await search('heron shallow')).status === 503);
    expect((await search('heron shallow')).body.error.code).toBe('search_unavailable');

    await rag.startWorker();
    await eventually(async () => (await found('heron shallow'))[0] === id, { timeoutMs: 20_000 });
    await eventually(async () => (await rebuildState()).running === false);
    expect(await rebuildState()).toMatchObject({ documents_done: 1, documents_total: 1 });
  });

  it('is asked for by owners, and finds the same afterwards, also what came meanwhile', async () => {
    const before = await upload(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`bird-${at}.txt`, `Kestrel number ${at} hovers.`]),
      ),
    );
    const asked = await administer('POST');
    expect(asked).toMatchObject({ status: 202, body: { running: true } });
    const meanwhile = await upload({ 'late.txt': 'A late kestrel hovers over the meadow.' });
    await eventually(async () => (await rebuildState()).running === false, { timeoutMs: 30_000 });

    expect(await rebuildState()).toMatchObject({ documents_total: expect.any(Number) });
    const ids = await eventually(() => found('kestrel hovers', 'keyword'));
    expect(ids.toSorted()).toEqual([...before, ...meanwhile].toSorted());
    const { index } = await rag.dependencies.search.searchIndex.current();
    const { rows } = await rag.database.pool.query(
      'select count(*)::int as count from rag.chunks c join rag.documents d on d.active_revision = c.revision',
    );
    expect(await index.countChunks('acme')).toBe(rows[0].count);
  });

  it('answers from a whole index or refuses, and removes what the database does not know', async () => {
    const [ghost] = await upload({ 'ghost.txt': 'A ghostly nightjar churrs at dusk.' });
    await rag.database.pool.query('delete from rag.documents where id = $1', [ghost]);
    const ids = await upload(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`owl-${at}.txt`, `Owl number ${at} hoots.`]),
      ),
    );
    const { index } = await rag.dependencies.search.searchIndex.current();
    const before = await index.countChunks('acme');
    await administer('POST');
    const partial: number[] = [];
    let refused = 0;
    while ((await rebuildState()).running) {
      const { status, body } = await search('owl hoots', 'keyword');
      if (status !== 200) refused += 1;
      else if (body.chunks.length < ids.length) partial.push(body.chunks.length);
    }
    expect(partial).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(await index.countChunks('acme')).toBe(before - 1);
  });

  it('is done once when its job is given out twice, and again when its worker lost the lock', async () => {
    const [id] = await upload({ 'snipe.txt': 'The snipe drums over the bog.' });
    const { database, embedder, analyzer } = rag.dependencies.search;
    const { logger } = rag.dependencies.service;
    const { index, indexVersion } = await rag.dependencies.search.searchIndex.current();
    const blocker = await rag.database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from rag.documents where id = $1 for update', [id]);
    await administer('POST');
    await eventually(async () => (await search('snipe drums')).status === 503);

    // This index refuses writes.
    const again = { database, embedder, analyzer, logger, index, indexVersion };
    const job = { task: 'rebuild' as const, generation: indexVersion.id };
    await runRebuild(again, job, { signal: AbortSignal.timeout(10_000) });

    const { rows } = await rag.database.pool.query(
      `select pg_terminate_backend(pid) as ended from pg_locks
       where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) =
         hashtextextended('rag.rebuild.' || $1, 0)`,
      [indexVersion.id],
    );
    expect(rows).toEqual([{ ended: true }]);
    await blocker.query('rollback');
    blocker.release();
    await eventually(async () => (await rebuildState()).running === false, { timeoutMs: 30_000 });
    expect(await found('snipe drums', 'keyword')).toEqual([id]);
  });

  it('is refused to members, and to owners with a token that the gateway made for other routes', async () => {
    const member = await rag.addPerson('mia', 'acme', 'member');
    for (const person of [member, owner]) {
      for (const method of ['POST', 'GET']) {
        const { status, body } = await person.call(method, '/rag/admin/rebuild-index');
        expect([status, body.error.code]).toEqual([403, 'forbidden']);
      }
    }
  });
});
