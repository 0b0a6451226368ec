import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { GatedEmbeddings } from '../../test/gated-embeddings.ts';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('documents that come while the embedding model is away', () => {
  const model = new GatedEmbeddings();
  let indexFolder: string;
  let rag: TestRag;
  let owner: Person;
  let collection: string;

  beforeAll(async () => {
    await model.start();
    model.isOpen = false;
    indexFolder = await mkdtemp(join(tmpdir(), 'lectern-fill-'));
    rag = await startTestRag({ ...model.settings('only'), INDEX_DIR: indexFolder });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    collection = (await owner.call('POST', '/rag/collections', { name: 'Birds' })).body.id;
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await model.stop();
    await rm(indexFolder, { recursive: true, force: true });
  });

  const uploadAll = async (files: Record<string, string>) => {
    const path = `/rag/collections/${collection}/documents`;
    const { body } = await owner.call('POST', path, filesOf(files));
    return Promise.all(
      body.documents.map(({ id }: { id: string }) => rag.settled(owner, id)),
    ) as Promise<Document[]>;
  };
  const upload = async (name: string, text: string) =>
    (await uploadAll({ [name]: text }))[0] as Document;
  const textsOf = (count: number, bird: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`${bird}-${n}.txt`, `${bird} ${n} of acme.`]),
    );
  const search = async (query: string, mode = 'hybrid') => {
    const { status, body } = await owner.call('POST', '/rag/search', { query, mode, limit: 50 });
    const ids = body.chunks?.map((chunk: { document_id: string }) => chunk.document_id) as string[];
    const warnings = body.warnings?.map(({ code }: { code: string }) => code) as string[];
    return { status, ids, warnings };
  };
  const warningsOf = async (id: string) =>
    (await owner.call('GET', `/rag/documents/${id}`)).body.warnings.map(
      ({ code }: { code: string }) => code,
    );
  const withoutVectors = async () => (await owner.call('GET', '/health')).body.without_vectors;

  it('are found by keyword at once, with a warning, from the first document of a site on', async () => {
    const heron = await upload('heron.txt', 'The heron waits in shallow water.');
    expect(heron.status).toBe('ready');
    expect(await warningsOf(heron.id)).toEqual(['embedding_unavailable']);
    expect(await search('shallow water')).toEqual({
      status: 200,
      ids: [heron.id],
      warnings: ['embedding_unavailable'],
    });
    expect(await withoutVectors()).toBe(1);
  });

  it('replace what they replace at once', async () => {
    const { id } = await upload('stork.txt', 'The stork stands on one leg.');
    const file = filesOf({ 'stork.txt': 'The stork sleeps on a chimney.' });
    expect((await owner.call('PUT', `/rag/documents/${id}/file`, file)).status).toBe(202);
    await eventually(async () => (await search('chimney')).ids.includes(id));
    expect((await rag.settled(owner, id)).status).toBe('ready');
    expect((await search('stands leg')).ids).not.toContain(id);
  });

  it('keep being found when the index is lost before the model is back', async () => {
    await rag.stopWorker();
    await rm(indexFolder, { recursive: true, force: true });
    await eventually(async () => (await search('shallow water')).status === 503);
    await rag.startWorker();
    await eventually(async () => (await search('shallow water')).ids?.length === 1, {
      timeoutMs: 30_000,
    });
  });

  it('get their vectors when it is back, and lose the warning', async () => {
    model.isOpen = true;
    await eventually(async () => (await withoutVectors()) === 0, { timeoutMs: 30_000 });
    const { ids, warnings } = await search('shallow water', 'dense');
    expect(ids).toHaveLength(2);
    expect(warnings).toEqual([]);
    for (const id of ids) expect(await warningsOf(id)).toEqual([]);
    expect((await search('shallow water')).warnings).toEqual([]);
  });

  it('take turns between organisations, however many one of them has', async () => {
    const other = await rag.addPerson('gus', 'globex', 'owner');
    const home = (await other.call('POST', '/rag/collections', { name: 'Birds' })).body.id;
    model.isOpen = false;
    await uploadAll(textsOf(25, 'Gull'));
    const file = filesOf({ 'tern.txt': 'The tern of globex.' });
    const sent = await other.call('POST', `/rag/collections/${home}/documents`, file);
    await rag.settled(other, sent.body.documents[0].id);
    expect(await withoutVectors()).toBe(26);
    model.seen = [];
    model.isOpen = true;
    await eventually(async () => (await withoutVectors()) === 0, { timeoutMs: 30_000 });
    const turn = model.seen.findIndex((text) => text.includes('globex'));
    expect(turn).toBeGreaterThanOrEqual(0);
    expect(turn).toBeLessThan(10);
  });

  it('show how fast they get them while the model works, and nothing of it before and after', async () => {
    const filling = async () => (await owner.call('GET', '/health')).body.filling;
    model.isOpen = false;
    // At least two requests: the second one is held back.
    await uploadAll(textsOf(12, 'Auk'));
    expect(await filling()).toBeNull();
    const { promise, resolve } = Promise.withResolvers<void>();
    model.answering = () => (model.seen.some((text) => text.includes('Auk')) ? promise : undefined);
    model.isOpen = true;
    await eventually(async () => (await filling())?.texts_per_second > 0, { timeoutMs: 30_000 });
    resolve();
    model.answering = undefined;
    await eventually(async () => (await withoutVectors()) === 0, { timeoutMs: 30_000 });
    await eventually(async () => (await filling()) === null);
  });

  it('are found once by keyword when it leaves in the middle of a long document', async () => {
    const chunking = { max_tokens: 64, overlap_tokens: 0 };
    const settings = { chunking };
    const short = await owner.call('POST', '/rag/collections', { name: 'Ducks', settings });
    const lines = Array.from(
      { length: 1_500 },
      (_, n) =>
        `Duck ${n} of acme swims on pond ${n}. ${'It dives, eats and sleeps there. '.repeat(6)}`,
    );
    const before = model.texts;
    model.answering = async (texts) => {
      if (texts - before > 1_200) model.isOpen = false;
    };
    const path = `/rag/collections/${short.body.id}/documents`;
    const file = filesOf({ 'ducks.txt': lines.join('\n\n') });
    const [{ id }] = (await owner.call('POST', path, file)).body.documents;
    const ducks = await rag.settled(owner, id);
    model.answering = undefined;
    expect(ducks).toMatchObject({ status: 'ready' });
    expect(ducks.chunk_count).toBeGreaterThan(1_024);
    expect(await warningsOf(id)).toEqual(['embedding_unavailable']);
    for (const pond of ['pond 1', 'pond 1499']) {
      const { ids } = await search(`"${pond}"`, 'keyword');
      expect(ids).toEqual([id]);
    }
    model.isOpen = true;
    expect((await owner.call('DELETE', `/rag/documents/${id}`)).status).toBe(204);
    await eventually(async () => (await withoutVectors()) === 0, { timeoutMs: 30_000 });
  });

  it('are read again where an earlier version had them fail', async () => {
    const { id } = await upload('owl.txt', 'The owl hunts at night.');
    await rag.database.pool.query(
      `update rag.documents set status = 'failed', error_code = 'embedding_unavailable'
         where id = $1`,
      [id],
    );
    const migration = '../../migrations/0016-no-failure-for-want-of-the-model.sql';
    await rag.database.pool.query(
      await readFile(fileURLToPath(new URL(migration, import.meta.url)), 'utf8'),
    );
    expect((await rag.settled(owner, id)).status).toBe('ready');
  });

  it('wait alone when the model refuses them though it answers', async () => {
    model.refused = 'cursed';
    const cursed = await upload('cursed.txt', 'A cursed text about a cormorant.');
    const gannet = await upload('gannet.txt', 'A gannet dives for herring.');
    await eventually(async () => (await search('gannet', 'dense')).ids.includes(gannet.id), {
      timeoutMs: 30_000,
    });
    // The row is written after the index in which the search found it.
    await eventually(async () => (await withoutVectors()) === 1);
    expect((await search('cormorant')).ids).toContain(cursed.id);
    expect((await owner.call('DELETE', `/rag/documents/${cursed.id}`)).status).toBe(204);
    expect(await withoutVectors()).toBe(0);
  });
});
