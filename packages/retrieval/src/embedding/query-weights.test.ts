import { describe, expect, it } from '@jest/globals';
import type { Embedder } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import { findSampledLanguage } from './find-sampled-language.ts';
import { languageSamples } from './language-samples.ts';
import { createQueryWeights } from './query-weights.ts';
import { openStaticEmbedder } from './static-embedder.ts';

const subjects = 8;

/** Knows what German samples are about; every other text is the same to it. */
class GermanEmbedder implements Embedder {
  readonly id = 'german';
  readonly dimensions = subjects;
  readonly denseWeight = 0.6;
  readonly hasUnmeasuredLanguages = true;
  asked = 0;
  isAway = false;

  async embedDocuments(texts: readonly string[]): Promise<Float32Array[]> {
    this.asked += 1;
    if (this.isAway) throw new EmbeddingUnavailableError('away');
    return texts.map((text) => this.#embed(text));
  }

  async embedQuery(text: string): Promise<Float32Array> {
    return this.#embed(text);
  }

  async close(): Promise<void> {}

  #embed(text: string): Float32Array {
    const subject = languageSamples.german.findIndex((sample) =>
      sample.some((each) => each === text),
    );
    const known = (at: number) => (subject < 0 ? Math.sqrt(1 / subjects) : Number(at === subject));
    return Float32Array.from({ length: subjects }, (_, at) => known(at));
  }
}

describe('weights by query', () => {
  it('are the own one where the model knows the language, and none where it knows nothing of it', async () => {
    const weights = createQueryWeights(new GermanEmbedder());
    expect(await weights.weightOf('Wer bezahlt die Reise?')).toBe(0.6);
    expect(await weights.weightOf('Кто оплачивает поездку?')).toBe(0);
    expect(await weights.weightOf('谁支付旅费？')).toBe(0);
  });

  it('are the own one for English and for what there are no samples of, without asking the model', async () => {
    const embedder = new GermanEmbedder();
    const weights = createQueryWeights(embedder);
    for (const query of ['Who pays for the trip?', 'ERR-4711?', '2024?', '?', 'ใครจ่ายค่าเดินทาง?']) {
      expect(await weights.weightOf(query)).toBe(0.6);
    }
    expect(embedder.asked).toBe(0);
  });

  it.each([
    ['heat transfer in shells', 0.18],
    ['heat transfer in shells?', 0.6],
    ['how heat is transferred in a thin shell', 0.6],
    ['薄壳的传热', 0.18],
    ['薄壳的传热？', 0.6],
  ])('of "%s" are %d: a few words are looked for as they stand', async (query, weight) => {
    const known = { ...new GermanEmbedder(), id: 'en', denseWeight: 0.6 } as unknown as Embedder;
    const weights = createQueryWeights({ ...known, hasUnmeasuredLanguages: false });
    expect(await weights.weightOf(query)).toBeCloseTo(weight);
  });

  it('are measured once a language, also by queries at the same time', async () => {
    const embedder = new GermanEmbedder();
    const weights = createQueryWeights(embedder);
    await Promise.all(['Кто?', 'Когда?', 'Где?'].map((query) => weights.weightOf(query)));
    await weights.weightOf('Почему?');
    expect(embedder.asked).toBe(1);
  });

  it('are none while the model is away, and measured when it is back', async () => {
    const embedder = new GermanEmbedder();
    const weights = createQueryWeights(embedder);
    embedder.isAway = true;
    expect(await weights.weightOf('Wer bezahlt die Reise?')).toBe(0);
    embedder.isAway = false;
    expect(await weights.weightOf('Wer bezahlt die Reise?')).toBe(0.6);
  });

  it('are none until the model is known to know the language', async () => {
    class SlowEmbedder extends GermanEmbedder {
      readonly released = Promise.withResolvers<void>();
      override async embedDocuments(texts: readonly string[]) {
        await this.released.promise;
        return super.embedDocuments(texts);
      }
    }
    const embedder = new SlowEmbedder();
    const hasty = createQueryWeights(embedder, { maxWaitMs: 1 });
    expect(await hasty.weightOf('Wer bezahlt die Reise?')).toBe(0);
    embedder.released.resolve();
    const patient = createQueryWeights(embedder);
    expect(await patient.weightOf('Wer bezahlt die Reise?')).toBe(0.6);
  });

  it('are always the own one of the built-in model, whose weight holds for its languages', async () => {
    const embedder = await openStaticEmbedder();
    expect(await createQueryWeights(embedder).weightOf('Кто?')).toBe(embedder.denseWeight);
    await embedder.close();
  });
});

it.each([
  ['Wer bezahlt die Reise?', 'german'],
  ['Qui paie le voyage ?', 'french'],
  ['Кто платит за Lectern?', 'cyrillic'],
  ['谁支付旅费？', 'han'],
  ['旅費は誰が払いますか', 'kana'],
  ['여행 경비는 누가 냅니까?', 'hangul'],
  ['Who pays for the trip?', undefined],
  ['What does Москва mean?', undefined],
  ['§ 12', undefined],
])('takes %s for %s', (query, language) => {
  expect(findSampledLanguage(query)).toBe(language);
});
