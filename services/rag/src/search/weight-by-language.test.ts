import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GatedEmbeddings } from '../../test/gated-embeddings.ts';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

const model = new GatedEmbeddings();
let rag: TestRag;
let owner: Person;

beforeAll(async () => {
  await model.start();
  rag = await startTestRag({ ...model.settings('letters'), EMBEDDING_LANGUAGES: 'en' });
  owner = await rag.addPerson('olga', 'acme', 'owner');
});
beforeAll(async () => {
  const { body } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
  const files = filesOf({ 'heron.txt': 'The heron waits. Цапля ждёт.' });
  const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, files);
  await rag.settled(owner, added.body.documents[0].id);
});
afterAll(async () => {
  await rag[Symbol.asyncDispose]();
  await model.stop();
});

it.each([
  ['Which bird waits?', 'hybrid', 0.5],
  ['Какая птица ждёт?', 'hybrid', 0],
  ['Какая птица ждёт?', 'dense', 1],
])(
  'gives the dense ranking of "%s", %s, a weight of %d, of a model that knows English',
  async (query, mode, weight) => {
    const found = await owner.call('POST', '/rag/search', { query, mode, explain: true });
    expect(found.body.trace.fusion.dense_weight).toBe(weight);
  },
);
