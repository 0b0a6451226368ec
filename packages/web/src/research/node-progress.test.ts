import { describe, expect, it } from '@jest/globals';
import type { ResearchResponse } from '@lectern/contracts';
import { readTrace } from './node-progress.ts';

describe('the way of a research run', () => {
  it('has the nodes of its path with their rows, time and errors', () => {
    const trace = {
      node_path: ['parse_frame', 'pubmed_search', 'ctgov_search'],
      latencies: { parse_frame: 2, pubmed_search: 40 },
      cache_hits: { pubmed_search: true },
      errors: { ctgov_search: 'time_budget' },
      tool_calls: [
        { node: 'pubmed_search', rows: 3 },
        { node: 'pubmed_search', rows: 2 },
      ],
    } as unknown as ResearchResponse['trace'];
    expect(readTrace({ trace })).toEqual({
      parse_frame: { status: 'done', latencyMs: 2, rows: null, cacheHit: null },
      pubmed_search: { status: 'done', latencyMs: 40, rows: 5, cacheHit: true },
      ctgov_search: { status: 'failed', latencyMs: null, rows: null, cacheHit: null },
    });
  });
});
