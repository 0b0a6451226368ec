import { describe, expect, it } from '@jest/globals';
import { openStaticEmbedder } from './static-embedder.ts';
import { weighQuery } from './weigh-query.ts';

describe('the dense weight of a query', () => {
  it.each([
    ['heat transfer in shells', 0.18],
    ['heat transfer in shells?', 0.6],
    ['how heat is transferred in a thin shell', 0.6],
    ['薄壳的传热', 0.18],
    ['薄壳的传热？', 0.6],
  ])('of "%s" is %d: a few words are searched for as they stand', (query, weight) => {
    expect(weighQuery({ denseWeight: 0.6 }, query)).toBeCloseTo(weight);
  });

  it.each([
    ['en', 'Who pays for the trip?', true],
    ['en', 'ERR-4711?', true],
    ['en', '2024?', true],
    ['en', '?', true],
    ['en', 'What does Москва mean?', true],
    ['en', 'Wer bezahlt die Reise?', false],
    ['en', 'Qui paie le voyage ?', false],
    ['en', 'Кто оплачивает поездку?', false],
    ['en', '谁支付旅费？', false],
    ['en,de', 'Wer bezahlt die Reise?', true],
    ['de', 'Qui paie le voyage ?', false],
    ['tr', 'Yolculuğu kim ödüyor?', true],
    ['ru', 'Кто платит за Lectern?', true],
    ['ru', 'Who pays for the trip?', false],
    ['zh', '谁支付旅费？', true],
    ['ja', '旅費は誰が払いますか？', true],
    ['ko', '여행 경비는 누가 냅니까?', true],
    ['th', 'ใครจ่ายค่าเดินทาง?', true],
  ])('with a model that knows %s, "%s" is searched by meaning: %p', (languages, query, isKnown) => {
    const embedder = { denseWeight: 0.6, languages: languages.split(',') };
    expect(weighQuery(embedder, query) > 0).toBe(isKnown);
  });

  it('is in every language the own one of the built-in model', async () => {
    const embedder = await openStaticEmbedder();
    expect(weighQuery(embedder, 'Кто?')).toBe(embedder.denseWeight);
    await embedder.close();
  });
});
