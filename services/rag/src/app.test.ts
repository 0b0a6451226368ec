import { expect, it } from '@jest/globals';
import { listEndpointRoutes, listServedRoutes } from '@lectern/testing';
import { GatedEmbeddings } from '../test/gated-embeddings.ts';
import { filesOf, startTestRag } from '../test/start-test-rag.ts';
import { createApp } from './app.ts';

it('serves every route that the endpoint table gives it, and no other but its metrics', async () => {
  await using rag = await startTestRag();
  const served = listServedRoutes(createApp(rag.dependencies));
  expect(served).toEqual(listEndpointRoutes('rag'));
});

it('refuses uploads at once while the disk is full, and says so', async () => {
  await using rag = await startTestRag({ DISK_RESERVE_MB: `${2 ** 40}` });
  const owner = await rag.addPerson('olga', 'acme', 'owner');
  const { body: collection } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
  const path = `/rag/collections/${collection.id}/documents`;
  const text = { external_id: 'a', title: 'A', text: 'The heron waits.' };
  for (const body of [filesOf({ 'a.txt': 'The heron waits.' }), { documents: [text] }]) {
    const refused = await owner.call('POST', path, body);
    expect([refused.status, refused.body.error.code]).toEqual([507, 'storage_full']);
  }
  const { body: health } = await owner.call('GET', '/health');
  expect(health).toMatchObject({ status: 'degraded', disk: { status: 'full' } });
  const none = { documents: 0, age_seconds: 0 };
  const unfinished = ['queued', 'parsing', 'indexing'].map((status) => ({ status, ...none }));
  expect(health.unfinished).toEqual(expect.arrayContaining(unfinished));
});

it('says in its health when the embedding model is away', async () => {
  const model = new GatedEmbeddings();
  await model.start();
  await using rag = await startTestRag(model.settings('letters'));
  model.isOpen = false;
  const owner = await rag.addPerson('olga', 'acme', 'owner');
  const { body } = await owner.call('GET', '/health');
  expect(body).toMatchObject({ status: 'degraded', embedder: { status: 'unavailable' } });
  await model.stop();
});
