import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openOnnxReranker } from './onnx-reranker.ts';
import { describeReranker } from './reranker.suite.ts';

const model = fileURLToPath(new URL('../../test/onnx-fixtures/cross-encoder', import.meta.url));

describeReranker('the cross-encoder over ONNX', async () => ({
  reranker: await openOnnxReranker({ model, processes: 2 }),
}));

describe('the cross-encoder over ONNX', () => {
  it('keeps the whole query beside a passage that is too long', async () => {
    const reranker = await openOnnxReranker({ model });
    try {
      const long = 'beavers '.repeat(5_000);
      const scores = await reranker.rerank('otters on kelp', [`kelp otters ${long}`, long]);
      expect(scores[0]).toBeGreaterThan(scores[1] ?? 1);
    } finally {
      await reranker.close();
    }
  });

  it('begins no further passage when the caller stops waiting', async () => {
    const reranker = await openOnnxReranker({ model });
    try {
      const stop = new AbortController();
      const running = reranker.rerank('kelp', Array(20_000).fill('kelp'), { signal: stop.signal });
      const reason = new Error('out of time');
      stop.abort(reason);
      await expect(running).rejects.toBe(reason);
      expect(await reranker.rerank('kelp', ['kelp'])).toHaveLength(1);
    } finally {
      await reranker.close();
    }
  });

  it('knows how much it can read beside what others wait for', async () => {
    const reranker = await openOnnxReranker({ model });
    try {
      await reranker.rerank('kelp', ['kelp']);
      const texts = Array(20_000).fill('kelp');
      const stop = new AbortController();
      const long = reranker.rerank('kelp', texts, { signal: stop.signal });
      expect(reranker.countReadable?.('kelp', texts, 1)).toBe(0);
      stop.abort();
      await expect(long).rejects.toMatchObject({ name: 'AbortError' });
      expect(reranker.countReadable?.('kelp', texts, 1)).toBeGreaterThanOrEqual(1);
      expect(reranker.countReadable?.('kelp', ['kelp'], 60_000)).toBe(1);
    } finally {
      await reranker.close();
    }
  });

  it('is unavailable without its folder', async () => {
    await expect(openOnnxReranker({ model: 'missing' })).rejects.toMatchObject({
      name: 'RerankerUnavailableError',
    });
  });
});
