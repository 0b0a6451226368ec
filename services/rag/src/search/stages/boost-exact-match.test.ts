import { expect, it } from '@jest/globals';
import { createAnalyzer, type DenseHit, type KeywordHit } from '@lectern/retrieval';
import type { SearchRun, SearchState } from '../search-state.ts';
import { exactStage } from './boost-exact-match.ts';

const analyzer = createAnalyzer();
const samples = [
  'Heat goes through a shell.',
  'How conduction through thin walls is found.',
  'Thin plates and heat.',
  'Of heated shells that are thin.',
];

interface Asked {
  readonly query: string;
  readonly texts?: readonly string[];
  readonly dense?: readonly Partial<DenseHit>[];
  readonly rerank?: { readonly score: number; readonly rank: number };
}

async function rank({ query, texts = samples, dense = [{}], rerank }: Asked): Promise<number[]> {
  const ranked = texts.map((text, at) => ({
    chunk: { id: String(at), title: '', section: [], file_name: null, text },
    score: 1 - at / 10,
    rerank: rerank ?? null,
  }));
  const keyword: readonly Partial<KeywordHit>[] = [{}];
  const relevance = new Map(ranked.map(({ chunk, score }) => [chunk.id, score]));
  const terms = analyzer.analyzeQuery(query);
  const state = { ranked, relevance, terms, dense, keyword } as unknown as SearchState;
  const run = {
    query: { text: query, identifiers: [] },
    dependencies: { analyzer },
  } as unknown as SearchRun;
  const found = await exactStage.run(state, run);
  const scores = found.ranked.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  return found.ranked.map(({ chunk }) => Number(chunk.id));
}

it('puts passages that hold all of a few words, in any form, before those that lack one', async () => {
  expect(await rank({ query: 'thin shells heat' })).toEqual([3, 0, 1, 2]);
});

it.each([
  [
    'in any case',
    'heat THROUGH thin walls',
    ['walls through thin heat', 'Heat: through thin walls.'],
  ],
  ['without spaces', '漁船の修理費用', ['修理費用の船 漁', '港で漁船の修理費用を払う']],
])('puts passages first that hold the query word for word, %s', async (_, query, texts) => {
  expect(await rank({ query, texts, dense: [] })).toEqual([1, 0]);
  expect(await rank({ query, texts: texts.toReversed(), dense: [] })).toEqual([0, 1]);
});

it.each([
  ['of a question', { query: 'Are thin shells heated?' }],
  ['of many words', { query: 'thin shells heat and what they and others let through' }],
  ['of one ranking alone', { query: 'thin shells heat', dense: [] }],
  ['of a reranker', { query: 'thin shells heat', rerank: { score: 1, rank: 1 } }],
])('leaves the order %s as it is', async (_, asked) => {
  expect(await rank(asked)).toEqual([0, 1, 2, 3]);
});
