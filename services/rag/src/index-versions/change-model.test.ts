import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { GatedEmbeddings } from '../../test/gated-embeddings.ts';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('changing the embedding model', () => {
  const model = new GatedEmbeddings();
  let rag: TestRag;
  let owner: Person;
  let collection: string;

  beforeAll(async () => {
    await model.start();
    rag = await startTestRag(model.settings('new'), { EMBEDDING_PROVIDER: 'static' });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    collection = (await owner.call('POST', '/rag/collections', { name: 'Birds' })).body.id;
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await model.stop();
  });

  const upload = async (name: string, text: string) => {
    const path = `/rag/collections/${collection}/documents`;
    const { body } = await owner.call('POST', path, filesOf({ [name]: text }));
    return rag.settled(owner, body.documents[0].id);
  };
  const search = async (query: string, mode = 'hybrid') => {
    const { status, body } = await owner.call('POST', '/rag/search', { query, mode, limit: 50 });
    const ids = body.chunks?.map((chunk: { document_id: string }) => chunk.document_id) as string[];
    const warnings = body.warnings?.map(({ code }: { code: string }) => code) as string[];
    return { status, ids, warnings };
  };
  const health = async () => (await owner.call('GET', '/health')).body;

  it('goes on answering by the built-in model and taking documents while the new index waits', async () => {
    const before = await upload('heron.txt', 'The heron waits in shallow water.');
    const gone = await upload('dodo.txt', 'The dodo walked on an island.');
    model.isOpen = false;
    await rag.stopWorker();
    const started = performance.now();
    await rag.startWorker(model.settings('new'));
    expect(performance.now() - started).toBeLessThan(15_000);

    const meanwhile = await upload('stork.txt', 'The stork stands in shallow water too.');
    expect([before.status, meanwhile.status]).toEqual(['ready', 'ready']);
    await eventually(async () => (await health()).building?.problem?.includes('401') === true);
    expect((await health()).building).toMatchObject({
      embedding_model: 'new:8',
      documents_done: 0,
    });
    const found = await search('shallow water');
    expect(found.status).toBe(200);
    expect(found.ids).toEqual(expect.arrayContaining([before.id, meanwhile.id]));
    expect(found.warnings).toEqual([]);
    expect((await search('shallow water', 'dense')).ids).toContain(before.id);
    expect((await owner.call('DELETE', `/rag/documents/${gone.id}`)).status).toBe(204);
  });

  it('switches when the model is back, with all that came meanwhile', async () => {
    model.isOpen = true;
    await eventually(async () => (await health()).embedding_model === 'new:8', {
      timeoutMs: 30_000,
    });
    expect((await search('shallow water', 'dense')).ids).toHaveLength(2);
    expect((await health()).building).toBeNull();
    const { index } = await rag.dependencies.search.searchIndex.current();
    expect(await index.countChunks('acme')).toBe(2);
    const late = await upload('ibis.txt', 'An ibis probes the mud.');
    expect((await search('ibis mud', 'dense')).ids).toContain(late.id);
  });

  it('makes the missing vectors when the change is taken back before it was done', async () => {
    model.isOpen = false;
    await rag.stopWorker();
    await rag.startWorker(model.settings('newer'));
    const meanwhile = await upload('crane.txt', 'A crane dances in the field.');
    expect((await search('crane')).ids).toContain(meanwhile.id);
    model.isOpen = true;
    await rag.stopWorker();
    await rag.startWorker(model.settings('new'));
    await eventually(async () => (await search('crane', 'dense')).ids?.includes(meanwhile.id), {
      timeoutMs: 30_000,
    });
  });
});
