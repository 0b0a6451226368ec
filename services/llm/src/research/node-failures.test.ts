import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { openResearcher } from '../../test/open-researcher.ts';
import { defaultRegistry, registrySettingSchema } from './node-registry.ts';
import { joinState } from './research-state.ts';
import type { ResearcherOptions } from './runs/run-research.ts';

const query = 'Recent publications about lumiravir';

/** PubMed finds two publications and fails when their details are read. */
const failsToRead: ResearcherOptions['callTool'] = async (name) => {
  if (name !== 'pubmed_search') {
    throw new AppError('service_unavailable', undefined, { details: { tries: 2 } });
  }
  return {
    content: [],
    structuredContent: {
      pmids: ['31000001', '31000002'],
      total: 2,
      next_offset: null,
      query_translation: null,
      summaries: [],
      corrections: [],
      cache_hit: false,
      rows: 2,
      fetched_at: new Date().toISOString(),
      warnings: [],
    },
  };
};

it('lists publications that were found and not read, and when and how often that was tried', async () => {
  const { ask } = openResearcher([], { toolChoices: [], callTool: failsToRead });
  const { answer, trace, partial } = await ask(4_000, query);
  expect(partial).toBe(true);
  expect(answer).toContain(
    'Found in PubMed, but their details could not be read in time: PMID 31000001, PMID 31000002.',
  );
  const { at = '', ...error } = trace.errors.pubmed_get ?? {};
  expect(error).toEqual({ code: 'service_unavailable', tries: 2 });
  expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(60_000);
});

it('keeps the time of a node when another branch hands an earlier one back', () => {
  const join = (before: Record<string, number>, added: Record<string, number>) =>
    joinState({ latencies: before } as never, { latencies: added }).latencies;
  const slow = { ctgov_search: 900 };
  const stale = { ctgov_search: 20, pubmed_search: 300 };
  const both = { ctgov_search: 900, pubmed_search: 300 };
  expect(join(slow, stale)).toEqual(both);
  expect(join(stale, slow)).toEqual(both);
});

it('merges a registry file over the defaults, and names what is wrong in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-registry-'));
  const read = async (text: string) => {
    const path = join(folder, 'registry.json');
    await writeFile(path, text);
    return registrySettingSchema.safeParse(path);
  };
  const given = { pubmed_search: { timeout_ms: 7_000, retry: { attempts: 5 } } };
  expect((await read(JSON.stringify(given))).data).toEqual({
    ...defaultRegistry,
    pubmed_search: {
      ...defaultRegistry.pubmed_search,
      timeout_ms: 7_000,
      retry: { attempts: 5, backoff: 'exponential' },
    },
  });
  const wrong = [
    [JSON.stringify({ pubmed_search: { timeout_ms: 0 } }), 'pubmed_search.timeout_ms'],
    [JSON.stringify({ pubmed: {} }), 'pubmed'],
    ['{', 'cannot be read as JSON'],
  ] as const;
  for (const [text, problem] of wrong) {
    expect((await read(text)).error?.issues[0]?.message).toContain(problem);
  }
  await rm(folder, { recursive: true });
});

it('runs nodes by its registry', async () => {
  const asked: Record<string, unknown>[] = [];
  const { ask } = openResearcher([], {
    toolChoices: [],
    callTool: (name, args, context) => {
      asked.push(args);
      return failsToRead(name, args, context);
    },
    registry: {
      ...defaultRegistry,
      pubmed_search: { ...defaultRegistry.pubmed_search, cache_lifetime_s: 77 },
    },
  });
  await ask(4_000, query);
  expect(asked[0]).toMatchObject({ cache_lifetime_s: 77 });
});
