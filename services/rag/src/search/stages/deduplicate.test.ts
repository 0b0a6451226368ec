import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import type { SearchRun, SearchState } from '../search-state.ts';
import { createSignatureCache } from '../signature-cache.ts';
import { foldStage } from './deduplicate.ts';

const run = {
  request: { recency_boost: 0, limit: 3 },
  options: {},
  dependencies: { signatureCache: createSignatureCache(), analyzer: createAnalyzer() },
} as unknown as SearchRun;

it('finds what differs behind hundreds of duplicates', async () => {
  const texts = [
    ...Array.from({ length: 400 }, () => '汉字文件 '.repeat(100)),
    'Otters',
    'Beavers',
  ];
  const ranked = texts.map((text, id) => ({ chunk: { id: `${id}`, text } }));
  const state = { ranked, removed: [] } as unknown as SearchState;
  const folded = await foldStage.run(state, run);
  expect(folded.ranked.map(({ chunk }) => chunk.id)).toEqual(['0', '400', '401']);
  expect(folded.ranked[0]?.places).toHaveLength(100);
});
