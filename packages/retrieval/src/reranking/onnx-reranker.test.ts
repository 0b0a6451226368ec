import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openOnnxReranker } from './onnx-reranker.ts';
import { describeReranker } from './reranker.suite.ts';

const model = fileURLToPath(new URL('../../test/onnx-fixtures/cross-encoder', import.meta.url));

describeReranker('the cross-encoder over ONNX', async () => ({
  reranker: await openOnnxReranker({ model, threads: 2 }),
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

  it('refuses at once what others leave no time for, and takes it once they are served', async () => {
    const reranker = await openOnnxReranker({ model });
    try {
      await reranker.rerank('kelp', ['kelp']);
      const stop = new AbortController();
      const long = reranker.rerank('kelp', Array(20_000).fill('kelp'), { signal: stop.signal });
      const refused = reranker.rerank('kelp', ['kelp'], { timeoutMs: 1 });
      await expect(refused).rejects.toMatchObject({ name: 'RerankerBusyError' });
      stop.abort();
      await expect(long).rejects.toMatchObject({ name: 'AbortError' });
      expect(await reranker.rerank('kelp', ['kelp'], { timeoutMs: 1 })).toHaveLength(1);
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
