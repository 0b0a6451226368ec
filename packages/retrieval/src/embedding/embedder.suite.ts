import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Embedder } from './embedder.ts';

/** Declares the tests that every {@link Embedder} must pass. */
export function describeEmbedder(
  name: string,
  open: () => Promise<{ embedder: Embedder; dispose?: () => Promise<void> }>,
): void {
  describe(name, () => {
    let embedder: Embedder;
    let dispose: (() => Promise<void>) | undefined;

    beforeEach(async () => {
      ({ embedder, dispose } = await open());
    });

    afterEach(async () => {
      await embedder.close();
      await dispose?.();
    });

    it('names itself, its dimensions and its weight', () => {
      expect(embedder.id).not.toBe('');
      expect(embedder.dimensions).toBeGreaterThan(0);
      expect(embedder.denseWeight).toBeGreaterThanOrEqual(0);
      expect(embedder.denseWeight).toBeLessThanOrEqual(1);
    });

    it('gives a vector of unit length for each text, in order', async () => {
      const texts = ['The cat sleeps.', 'Кошка спит.', '猫在睡觉。'];
      const vectors = await embedder.embedDocuments(texts);
      expect(vectors).toHaveLength(3);
      for (const [place, vector] of vectors.entries()) {
        expect(vector).toHaveLength(embedder.dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
        const [alone] = await embedder.embedDocuments([texts[place] as string]);
        expect(alone).toEqual(vector);
      }
    });

    it('gives zeros for an empty text, also among others', async () => {
      const [word, empty, blank] = await embedder.embedDocuments(['word', '', ' \n ']);
      expect(Math.hypot(...(word as Float32Array))).toBeCloseTo(1, 3);
      expect(Math.hypot(...(empty as Float32Array))).toBe(0);
      expect(Math.hypot(...(blank as Float32Array))).toBe(0);
      expect(Math.hypot(...(await embedder.embedQuery('')))).toBe(0);
    });

    it('gives nothing for no texts', async () => {
      expect(await embedder.embedDocuments([])).toEqual([]);
    });

    it('takes more texts than fit one batch', async () => {
      const texts = Array.from({ length: 300 }, (_, index) => `text number ${index}`);
      const vectors = await embedder.embedDocuments(texts);
      expect(vectors).toHaveLength(300);
      expect(vectors[299]).toEqual((await embedder.embedDocuments(['text number 299']))[0]);
    });

    it("rejects with the signal's reason", async () => {
      const reason = new Error('no longer wanted');
      const signal = AbortSignal.abort(reason);
      await expect(embedder.embedDocuments(['text'], { signal })).rejects.toBe(reason);
      await expect(embedder.embedQuery('text', { signal })).rejects.toBe(reason);
    });

    it('rejects calls after it was closed', async () => {
      await embedder.close();
      await expect(embedder.embedQuery('text')).rejects.toMatchObject({
        name: 'EmbeddingUnavailableError',
      });
    });
  });
}
