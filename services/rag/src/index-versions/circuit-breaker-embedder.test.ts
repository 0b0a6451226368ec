import { describe, expect, it } from '@jest/globals';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { createCircuitBreakerEmbedder } from './circuit-breaker-embedder.ts';

describe('a model that could not be used', () => {
  let timeMs = 0;
  let isUnavailable = true;
  let asked = 0;
  const vector = new Float32Array([1]);
  const model: Embedder = {
    id: 'm:1',
    dimensions: 1,
    denseWeight: 0.5,
    embedQuery: async () => vector,
    embedDocuments: async (texts) => {
      asked += 1;
      if (isUnavailable) throw new EmbeddingUnavailableError('away');
      return texts.map(() => vector);
    },
    close: async () => {},
  };
  const resting = createCircuitBreakerEmbedder(model, { restMs: 1_000, now: () => timeMs });

  it('is asked for documents again only after its rest, and for queries at any time', async () => {
    await expect(resting.embedDocuments(['a'])).rejects.toThrow('away');
    isUnavailable = false;
    timeMs = 999;
    await expect(resting.embedDocuments(['a'])).rejects.toThrow('away');
    expect(asked).toBe(1);
    expect(await resting.embedQuery('a')).toBe(vector);
    timeMs = 1_000;
    expect(await resting.embedDocuments(['a'])).toEqual([vector]);
    expect(await resting.embedDocuments(['b'])).toEqual([vector]);
    expect(asked).toBe(3);
  });
});

describe('a model that takes too long', () => {
  it('is given no documents for longer', async () => {
    let timeMs = 0;
    let asked = 0;
    const model: Embedder = {
      id: 'm:1',
      dimensions: 1,
      denseWeight: 0.5,
      embedQuery: async () => new Float32Array([1]),
      embedDocuments: (_texts, { signal } = {}) => {
        asked += 1;
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      },
      close: async () => {},
    };
    const options = { maxWaitMs: 20, restMs: 10, slowRestMs: 1_000, now: () => timeMs };
    const resting = createCircuitBreakerEmbedder(model, options);
    const refusal = { name: 'EmbeddingUnavailableError' };
    await expect(resting.embedDocuments(['a'])).rejects.toMatchObject(refusal);
    timeMs = 999;
    await expect(resting.embedDocuments(['a'])).rejects.toMatchObject(refusal);
    expect(asked).toBe(1);
    timeMs = 1_000;
    await expect(resting.embedDocuments(['a'])).rejects.toMatchObject(refusal);
    expect(asked).toBe(2);
  });
});
