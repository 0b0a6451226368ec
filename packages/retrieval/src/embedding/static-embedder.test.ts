import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeEmbedder } from './embedder.suite.ts';
import type { Embedder } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import { openStaticEmbedder } from './static-embedder.ts';

const recordedFile = fileURLToPath(
  new URL('../../models/lectern-static-v1/recorded.json', import.meta.url),
);

let embedder: Embedder;
beforeAll(async () => {
  embedder = await openStaticEmbedder();
});
afterAll(async () => {
  await embedder.close();
});

function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
}

async function similarity(left: string, right: string): Promise<number> {
  return cosine(await embedder.embedQuery(left), await embedder.embedQuery(right));
}

describeEmbedder('the built-in embedder', async () => ({ embedder: await openStaticEmbedder() }));

describe('openStaticEmbedder', () => {
  it('names the model and its sizes', () => {
    expect(embedder.id).toBe('lectern-static-v1');
    expect(embedder.dimensions).toBe(240);
    expect(embedder.denseWeight).toBeGreaterThan(0);
    expect(embedder.denseWeight).toBeLessThan(1);
  });

  it('gives the vectors that the distillation recorded', async () => {
    const recorded: { text: string; vector: number[] }[] = JSON.parse(
      await readFile(recordedFile, 'utf8'),
    );
    expect(recorded.length).toBeGreaterThan(5);
    for (const { text, vector } of recorded) {
      expect(cosine(await embedder.embedQuery(text), Float32Array.from(vector))).toBeGreaterThan(
        0.9999,
      );
    }
  });

  it.each([
    ['heart attack', 'myocardial infarction', 'stock exchange'],
    ['car insurance', 'assurance automobile', 'recette de gâteau'],
    ['How tall is the tower?', 'высота башни', 'цена хлеба'],
    ['climate change', '气候变化', '足球比赛'],
    ['Kündigung des Vertrags', 'termination of the contract', 'apple pie'],
    ['university students', '大学の学生', '魚の料理'],
    ['drinking water', 'مياه الشرب', 'لعبة كرة القدم'],
    ['кошки и собаки', 'perros y gatos', 'tipos de interés'],
  ])('puts %s nearer to %s than to %s', async (text, near, far) => {
    expect(await similarity(text, near)).toBeGreaterThan((await similarity(text, far)) + 0.1);
  });

  it('puts inflected forms and unseen compounds next to their words', async () => {
    expect(await similarity('беспроводными сетями', 'беспроводная сеть')).toBeGreaterThan(0.6);
    expect(await similarity('Donaudampfschifffahrt', 'Dampfschiff Donau')).toBeGreaterThan(0.3);
  });

  it.each([
    'a',
    'Zwölf Boxkämpfer',
    '2024',
    'x'.repeat(100_000),
    '漢字'.repeat(5000),
    '\ud800 broken',
  ])('gives a vector of unit length or of zeros: %#', async (text) => {
    const vector = await embedder.embedQuery(text);
    const length = Math.sqrt(cosine(vector, vector));
    expect(vector).toHaveLength(240);
    expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
  });

  it.each(['', ' \n\t', '🙂🙃', '…—!?'])(
    'gives zeros for a text without words: %j',
    async (text) => {
      expect(await embedder.embedQuery(text)).toEqual(new Float32Array(240));
    },
  );

  it('does not depend on case, width or composition of characters', async () => {
    const vector = await embedder.embedQuery('Café Résumé');
    expect(await embedder.embedQuery('CAFE\u0301 ＲＥ\u0301ＳＵＭＥ\u0301')).toEqual(vector);
  });

  it('gives a text the same vector alone and in any batch', async () => {
    const texts = ['wing flutter', 'крыло самолёта', '', '机翼', 'wing flutter'];
    const together = await embedder.embedDocuments(texts);
    expect(together[0]).toEqual(together[4]);
    for (const [at, text] of texts.entries()) {
      expect(together[at]).toEqual(await embedder.embedQuery(text));
    }
  });

  it('embeds a huge text without holding the thread', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20_000);
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const [vector] = await embedder.embedDocuments([text]);
    done = true;
    expect(turns).toBeGreaterThan(3);
    const once = await embedder.embedQuery('The quick brown fox jumps over the lazy dog.');
    expect(cosine(vector as Float32Array, once)).toBeGreaterThan(0.999);
  });

  it('stops between batches when the signal aborts', async () => {
    const controller = new AbortController();
    const text = 'some words '.repeat(40_000);
    const pending = embedder.embedDocuments([text], { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await expect(embedder.embedQuery('x', { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  it('rejects when the folder holds no model', async () => {
    await expect(openStaticEmbedder({ directory: '/nowhere' })).rejects.toBeInstanceOf(
      EmbeddingUnavailableError,
    );
  });
});
