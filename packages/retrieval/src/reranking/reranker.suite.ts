import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Reranker } from './reranker.ts';

/** Declares the tests that every {@link Reranker} with a model must pass. */
export function describeReranker(
  name: string,
  open: () => Promise<{ reranker: Reranker; dispose?: () => Promise<void> }>,
): void {
  describe(name, () => {
    let reranker: Reranker;
    let dispose: (() => Promise<void>) | undefined;

    beforeEach(async () => {
      ({ reranker, dispose } = await open());
    });

    afterEach(async () => {
      await reranker.close();
      await dispose?.();
    });

    it('scores each text from 0 to 1, in the order given, the better answer higher', async () => {
      const scores = await reranker.rerank('Which animal sleeps on kelp?', [
        'Beavers build dams.',
        'Sea otters are an animal that sleeps on kelp.',
      ]);
      expect(scores).toHaveLength(2);
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(scores[1]).toBeGreaterThan(scores[0] ?? 1);
    });

    it('gives nothing for no texts', async () => {
      expect(await reranker.rerank('anything', [])).toEqual([]);
    });

    it('takes more texts than fit one request', async () => {
      const texts = Array.from({ length: 100 }, (_, at) => `Text number ${at} on kelp.`);
      expect(await reranker.rerank('kelp', texts)).toHaveLength(100);
    });

    it("rejects with the signal's reason", async () => {
      const reason = new Error('no longer wanted');
      await expect(
        reranker.rerank('query', ['text'], { signal: AbortSignal.abort(reason) }),
      ).rejects.toBe(reason);
    });

    it('rejects calls after it was closed', async () => {
      await reranker.close();
      await expect(reranker.rerank('query', ['text'])).rejects.toMatchObject({
        name: 'RerankerUnavailableError',
      });
    });
  });
}
