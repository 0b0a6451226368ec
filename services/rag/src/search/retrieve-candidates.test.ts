import { expect, it } from '@jest/globals';
import {
  createAnalyzer,
  type Embedder,
  type HybridIndex,
  type WeightedTerm,
} from '@lectern/retrieval';
import { retrieveCandidates } from './retrieve-candidates.ts';
import { startStageClock } from './stage-clock.ts';

it('searches the index of an earlier analyser, with a warning, while a new one is built', async () => {
  const analyzer = createAnalyzer();
  const asked: string[] = [];
  const hit = { chunkId: 'c', documentId: 'd', score: 1 };
  const index = {
    searchKeyword: async (_organisation: string, terms: readonly WeightedTerm[]) => {
      asked.push(...terms.map(({ term }) => term));
      return [hit];
    },
  } as unknown as HybridIndex;
  const embedder = { id: 'model' } as Embedder;
  const indexVersion = {
    id: 'v',
    indexName: 'v',
    embeddingModel: 'model',
    dimensions: 1,
    analyzerVersion: 'earlier',
  };
  const found = await retrieveCandidates(
    { analyzer, embedder },
    { index, indexVersion },
    {
      organisationId: 'o',
      query: 'stemming words',
      mode: 'keyword',
      limit: 10,
      filter: undefined,
      embedTimeoutMs: 1_000,
      isFollowUp: false,
      signal: new AbortController().signal,
      clock: startStageClock(() => {}),
    },
  );
  expect(asked).toEqual(expect.arrayContaining(['stem', 'word']));
  expect(found.keyword).toEqual([hit]);
  expect(found.warnings.map(({ code }) => code)).toEqual(['index_rebuilding']);
});
