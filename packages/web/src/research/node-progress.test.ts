import { describe, expect, it } from '@jest/globals';
import type { ResearchResponse } from '@lectern/contracts';
import { isShown, type LiveRun } from './live-run.ts';
import { readTrace } from './node-progress.ts';

describe('the way of a research run', () => {
  it('has the nodes of its path with their rows, time and errors', () => {
    const trace = {
      node_path: ['parse_frame', 'pubmed_search', 'ctgov_search'],
      latencies: { parse_frame: 2, pubmed_search: 40 },
      cache_hits: { pubmed_search: true },
      errors: { ctgov_search: { code: 'time_budget', at: null, tries: 0 } },
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

describe('a run under way', () => {
  const live = { query: 'q', isRunning: true, progress: {} } as unknown as LiveRun;
  const ended = { ...live, isRunning: false, result: { checkpoint_id: 'r1' } } as LiveRun;

  it('is shown where no run is named, and by its id when it has ended', () => {
    expect(isShown(live, undefined)).toBe(true);
    expect(isShown(live, 'r0')).toBe(false);
    expect(isShown(ended, undefined)).toBe(false);
    expect(isShown(ended, 'r1')).toBe(true);
    expect(isShown(ended, 'r0')).toBe(false);
  });
});
