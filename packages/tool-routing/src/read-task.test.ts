import { describe, expect, it } from '@jest/globals';
import type { Embedder } from '@lectern/retrieval';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { readTask } from './read-task.ts';
import { createServerEntry, RoutingIndex, textsOf } from './routing-index.ts';
import { searchIndex } from './search-index.ts';

const server = {
  name: 'atlas',
  description: '',
  instructions: '',
  prompts: [],
  resources: [],
  tools: [{ name: 'xyz', title: null, description: 'Qqq.', inputSchema: {}, readOnly: true }],
};

/** A model that gives every two texts the same cosine. */
function createEmbedder(unrelated: number, fails = false) {
  const asked = { documents: 0 };
  const embed = (own: number) => {
    const vector = new Float32Array(4);
    vector[0] = Math.sqrt(unrelated);
    vector[own] = Math.sqrt(1 - unrelated);
    return vector;
  };
  const embedder: Embedder = {
    id: 'made-up',
    dimensions: 4,
    denseWeight: 0.5,
    async embedDocuments(texts) {
      if (fails) throw new Error('away');
      asked.documents += 1;
      return texts.map(() => embed(1));
    },
    embedQuery: async () => embed(2),
    close: async () => undefined,
  };
  return { embedder, asked };
}

async function rank(unrelated: number, question: string) {
  const { embedder } = createEmbedder(unrelated);
  const analyzer = createAnalyzer();
  const entry = await createServerEntry(analyzer, server);
  const texts = textsOf(entry);
  const vectors = await embedder.embedDocuments(texts);
  const index = await RoutingIndex.create([entry], (text) => vectors[texts.indexOf(text)]);
  const task = await readTask({ analyzer, embedder }, question);
  return {
    evidence: index.rank(task.whole, task.parts).evidenceOf(0),
    decision: searchIndex(index, task, { limit: 1 }).decision,
  };
}

describe('reading a task', () => {
  it.each([0, 0.4, 0.8])(
    'counts for nothing what a model finds alike in any two texts: %s',
    async (cosine) => {
      const { evidence, decision } = await rank(cosine, 'Paint a house');
      expect(evidence.cosine).toBeCloseTo(0, 5);
      expect(decision.kind).toBe('nothing_relevant');
    },
  );

  it('measures that once for each model', async () => {
    const { embedder, asked } = createEmbedder(0.4);
    const reader = { analyzer: createAnalyzer(), embedder };
    const { whole } = await readTask(reader, 'Paint a house');
    await readTask(reader, 'Paint a boat');
    expect(whole.unrelatedCosine).toBeCloseTo(0.4, 5);
    expect(asked.documents).toBe(1);
  });

  it('measures that on where a caller cannot wait for it, and once for all who ask', async () => {
    const { embedder, asked } = createEmbedder(0.4);
    const gate = Promise.withResolvers<void>();
    const slow: Embedder = {
      ...embedder,
      embedDocuments: async (texts, { signal } = {}) => {
        await gate.promise;
        signal?.throwIfAborted();
        return embedder.embedDocuments(texts);
      },
    };
    const reader = { analyzer: createAnalyzer(), embedder: slow };
    const caller = new AbortController();
    const left = readTask(reader, 'Paint a house', caller.signal);
    const patient = readTask(reader, 'Paint a boat', new AbortController().signal);
    caller.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    gate.resolve();
    expect((await patient).whole.unrelatedCosine).toBeCloseTo(0.4, 5);
    expect(asked.documents).toBe(1);
  });

  it('measures that anew after it failed', async () => {
    const { embedder } = createEmbedder(0.4);
    const documents = [
      () => Promise.reject(new Error('away')),
      (texts: readonly string[]) => embedder.embedDocuments(texts),
    ];
    const flaky: Embedder = {
      ...embedder,
      embedDocuments: (texts) => (documents.shift() ?? embedder.embedDocuments)(texts),
    };
    const reader = { analyzer: createAnalyzer(), embedder: flaky };
    const first = await readTask(reader, 'Paint a house');
    const second = await readTask(reader, 'Paint a house');
    expect(first.whole.unrelatedCosine).toBe(0);
    expect(second.whole.unrelatedCosine).toBeCloseTo(0.4, 5);
  });

  it('goes by words alone where the model is away', async () => {
    const { embedder } = createEmbedder(0.4, true);
    const { whole } = await readTask({ analyzer: createAnalyzer(), embedder }, 'Paint a house');
    expect(whole).toMatchObject({ unrelatedCosine: 0, vector: new Float32Array(0) });
    expect(whole.terms.length).toBeGreaterThan(0);
  });
});
