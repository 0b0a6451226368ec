import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import {
  callTool,
  type LiteratureSite,
  startLiteratureSite,
  type ToolAnswer,
} from '../../../test/start-literature.ts';
import type { RunningMcp } from '../../../test/start-mcp.ts';
import { createLiteratureDatabase } from '../literature-tables.ts';
import { openRateTokens } from './rate-tokens.ts';
import { RequestTurns } from './request-queue.ts';

const rates = {
  ncbi: { requests: 3, windowMs: 1_000 },
  clinicaltrials: { requests: 50, windowMs: 60_000 },
};
const delays = { esearch: 60, esummary: 0, efetch: 60, espell: 0, studies: 20 };

let site: LiteratureSite;
let replicas: readonly [RunningMcp, RunningMcp];
beforeAll(async () => {
  site = await startLiteratureSite({ rates, delays });
  replicas = [await site.startReplica(), await site.startReplica()];
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});
beforeEach(() => {
  site.recorded.setFault('ncbi', undefined);
});

const asked = () => site.recorded.requests.count('ncbi');
/** Searches that are all different, each with a hit. */
const search = (index: number, mcp: Pick<RunningMcp, 'url' | 'token'>, more: object = {}) =>
  callTool(mcp, 'pubmed_search', {
    query: 'fever',
    limit: index + 1,
    include_summaries: false,
    fetch_policy: 'network_only',
    ...more,
  });
/** Holds all of NCBI's tokens, as a replica that uses them up does. */
async function holdTokens(): Promise<AsyncDisposable> {
  const { requests, windowMs } = rates.ncbi;
  const { pool } = site.database;
  const turns = new RequestTurns(
    await openRateTokens({
      database: createLiteratureDatabase(pool),
      bucket: 'ncbi',
      tokens: requests,
      windowMs,
      leaseMs: 60_000,
    }),
  );
  const wanted = { signal: AbortSignal.timeout(10_000), patienceMs: 0 };
  const held = await Promise.all(times(requests).map(() => turns.acquire('o3', wanted)));
  return {
    async [Symbol.asyncDispose]() {
      for (const token of held) await token.giveBackUnused();
    },
  };
}
/** Stores that there are no such records: they are looked up, and then asked for all the same. */
const storeAsAbsent = (pmids: readonly string[]) =>
  site.database.pool.query(
    `insert into mcp.literature_records
       (organisation_id, source, record_id, raw_sha256, fetched_at, changed_at, used_at)
     select 'o1', 'pubmed', id, '', now(), now(), '-infinity' from unnest($1::text[]) as id`,
    [pmids],
  );
async function areLookedUp(pmids: readonly string[]): Promise<boolean> {
  const { rowCount } = await site.database.pool.query(
    `select from mcp.literature_records
     where record_id = any($1) and used_at > '-infinity'`,
    [pmids],
  );
  return rowCount === pmids.length;
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('rates of outside services', () => {
  it('are kept by two replicas together under many calls at once', async () => {
    const before = asked();
    const calls = times(12).map((index) =>
      search(index, replicas[index % 2] as RunningMcp, { max_attempts: 1 }),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ error }) => error)).toEqual([]);
    expect(asked()).toBe(before + 12);
    expect(site.recorded.requests.maxWithin('ncbi', 1_000)).toBeLessThanOrEqual(3);
  });

  it('go round among organisations, so that none with many calls holds up another one', async () => {
    const [mcp] = replicas;
    const many = times(8).map((index) => search(index, mcp));
    const other = await mcp.identity.token({ userId: 'u2', organisationId: 'o2' });
    await many[0];
    const started = performance.now();
    await search(0, { ...mcp, token: other });
    const waitedMs = performance.now() - started;
    await Promise.all(many);
    expect(waitedMs).toBeLessThan(2_500);
  });

  it('are used once by callers who ask for the same at the same time', async () => {
    const before = asked();
    const answers = await Promise.all(times(6).map(() => search(20, replicas[0])));
    expect(answers.map(({ rows, cache_hit }) => [rows > 0, cache_hit])).toEqual(
      times(6).map(() => [true, false]),
    );
    expect(asked()).toBe(before + 1);
  });

  it('are used once for records that wait for their turn together', async () => {
    const before = asked();
    const pmids = times(12).map((index) => String(990_000_001 + index));
    await storeAsAbsent(pmids);
    const get = (pmid: string) => callTool(replicas[0], 'pubmed_get', { pmids: [pmid] });
    const calls: Promise<ToolAnswer>[] = [];
    {
      await using _held = await holdTokens();
      calls.push(...pmids.map(get));
      await eventually(() => areLookedUp(pmids));
    }
    const answers = await Promise.all(calls);
    expect(asked() - before).toBe(1);
    const given = answers.flatMap(({ publications, not_found }) => [
      ...publications.map(({ pmid }: { pmid: string }) => pmid),
      ...not_found,
    ]);
    expect(given).toEqual(pmids);
    const [first] = answers;
    const stored = { pmids: [pmids[0]], fetch_policy: 'cache_only' };
    expect(await callTool(replicas[1], 'pubmed_get', stored)).toMatchObject({
      publications: first.publications,
    });
  });

  it('may be waited for longer than a service may take to answer', async () => {
    const started = performance.now();
    const answers = await Promise.all(
      times(6).map((index) => search(index, replicas[0], { timeout_ms: 900 })),
    );
    expect(answers.filter(({ error }) => error)).toEqual([]);
    expect(performance.now() - started).toBeGreaterThan(1_000);
  });

  it('do not keep a caller waiting for a service that takes longer than it may', async () => {
    site.recorded.setFault('ncbi', 'slow');
    const started = performance.now();
    const late = await search(0, replicas[0], { timeout_ms: 300, max_attempts: 3 });
    expect(late.error).toBe('deadline_exceeded');
    expect(performance.now() - started).toBeLessThan(2_500);
  });

  it('do not keep a caller waiting for a service that asks to wait for longer than it may', async () => {
    site.recorded.setFault('ncbi', 'refusing');
    const started = performance.now();
    const refused = await search(0, replicas[0], { timeout_ms: 900, max_attempts: 5 });
    expect(refused.error).toBe('rate_limited');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('outlive a crash of the database, and come back where it lost them', async () => {
    const { pool } = site.database;
    const { rows } = await pool.query(
      "select relpersistence from pg_class where oid = 'mcp.rate_tokens'::regclass",
    );
    expect(rows).toEqual([{ relpersistence: 'p' }]);
    await pool.query('truncate mcp.rate_tokens');
    expect(await search(0, replicas[0], { timeout_ms: 2_000 })).toMatchObject({ rows: 1 });
  });

  it('are told of at once, with the time to ask again, where the service wants to be left alone for a day', async () => {
    site.recorded.setFault('ncbi', 'barring');
    const first = await search(0, replicas[0], { timeout_ms: 2_000 });
    site.recorded.setFault('ncbi', undefined);
    const before = asked();
    const started = performance.now();
    const others = await Promise.all(replicas.map((mcp) => search(1, mcp, { timeout_ms: 2_000 })));
    for (const { error, message, details } of [first, ...others]) {
      expect([error, message]).toEqual(['rate_limited', expect.stringContaining('Try again in')]);
      expect(details.retry_after).toBeGreaterThan(20);
      expect(details.retry_after).toBeLessThanOrEqual(30);
    }
    expect(asked()).toBe(before);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
