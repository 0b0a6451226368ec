import { describe, expect, it } from '@jest/globals';
import type { SearchTrace } from '@lectern/contracts';
import { tracePaths } from './trace-paths.ts';

const candidate = (id: string, ranks: Partial<SearchTrace['candidates'][number]>) =>
  ({
    id,
    dense_rank: null,
    bm25_rank: null,
    fused_rank: null,
    rerank_rank: null,
    final_rank: null,
    ...ranks,
  }) as SearchTrace['candidates'][number];

describe('the picture of a trace', () => {
  it('has a line for each candidate through the stages that had it, the kept ones on top', () => {
    const picture = tracePaths({
      candidates: [
        candidate('kept', { bm25_rank: 2, fused_rank: 1, final_rank: 1 }),
        candidate('lost', { dense_rank: 7, fused_rank: 2 }),
      ],
    });
    expect(picture.stages).toEqual(['bm25', 'dense', 'fused', 'final']);
    expect(picture.worstRank).toBe(7);
    expect(picture.paths.map(({ id }) => id)).toEqual(['lost', 'kept']);
    expect(picture.paths[1]?.places.map(({ stage }) => stage)).toEqual(['bm25', 'fused', 'final']);
  });
});
