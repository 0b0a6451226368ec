import { describe, expect, it } from '@jest/globals';
import type { Reranker } from '@lectern/retrieval';
import { defaultSearchSettings } from '../search-settings.ts';
import type { SearchRun, SearchState } from '../search-state.ts';
import { relevanceStage } from './relevance.ts';
import { rerankStage } from './rerank.ts';

const fusedScores = [0.9, 0.8, 0.4, 0.2];

function createState(): SearchState {
  const ranked = fusedScores.map((score, at) => ({
    candidate: { rank: at + 1 },
    chunk: { id: String(at), title: '', section: [], text: `passage ${at}` },
    score,
    rerank: null,
  }));
  const fused = fusedScores.map((score, at) => ({ chunkId: String(at), fused: score }));
  const fusion = { method: 'rrf', denseWeight: 0.5, rrfK: 60 };
  const dense = fusedScores.map((score, at) => ({ chunkId: String(at), distance: 1 - score }));
  return {
    ranked,
    fused,
    fusion,
    dense,
    keyword: [],
    terms: [],
    relevance: new Map(),
    removed: [],
    warnings: [],
  } as unknown as SearchState;
}

function createRun(reranker: Partial<Reranker>): SearchRun {
  return {
    query: { text: 'boats' },
    request: { limit: 10, rerank: true },
    dependencies: { reranker: { id: 'fake', ...reranker }, settings: defaultSearchSettings },
    signal: new AbortController().signal,
  } as unknown as SearchRun;
}

describe('a reranker that has no time for all', () => {
  const reads = (count: number, seen: string[] = []) =>
    createRun({
      countReadable: () => count,
      async rerank(_, texts) {
        seen.push(...texts);
        return texts.map((_text, at) => (at + 1) / 10);
      },
    });

  it('orders those that it reads, the others after them as they were, and says so', async () => {
    const seen: string[] = [];
    const found = await rerankStage.run(createState(), reads(2, seen));
    expect(seen.map((text) => text.trim())).toEqual(['passage 0', 'passage 1']);
    expect(found.ranked.map(({ chunk }) => chunk.id)).toEqual(['1', '0', '2', '3']);
    expect(found.ranked.map(({ rerank }) => rerank?.rank ?? null)).toEqual([1, 2, null, null]);
    const scores = found.ranked.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(found.warnings).toEqual([
      { code: 'rerank_timeout', message: expect.stringContaining('2 of 4 passages') },
    ]);
  });

  it('leaves none of the others more relevant than what it read', async () => {
    const run = reads(2);
    const found = await relevanceStage.run(await rerankStage.run(createState(), run), run);
    const relevance = found.ranked.map(({ chunk }) => found.relevance.get(chunk.id) ?? 0);
    expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
  });

  it('leaves the order of the fusion where it can read none', async () => {
    const found = await rerankStage.run(createState(), reads(0));
    expect(found.ranked).toEqual(createState().ranked);
    expect(found.warnings).toMatchObject([{ code: 'rerank_timeout' }]);
  });

  it('has no warning where it reads all', async () => {
    const found = await rerankStage.run(createState(), reads(4));
    expect(found.ranked.map(({ chunk }) => chunk.id)).toEqual(['3', '2', '1', '0']);
    expect(found.warnings).toEqual([]);
  });
});
