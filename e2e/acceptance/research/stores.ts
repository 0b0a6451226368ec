import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const countRequests = ({ suite: { literature } }: ResearchWorld) =>
  literature.requests.count('ncbi') + literature.requests.count('clinicaltrials');

/** Fetching, storing and repeating requests. */
export const stores: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'cache_only gives answer and tables twice the same to the byte, and asks nothing',
    async ask(world) {
      await ask(world.api, joined);
      const before = countRequests(world);
      const more = { ...unhurried, fetch_policy: 'cache_only' };
      const { call, run } = await ask(world.api, joined, more);
      const { run: again } = await ask(world.api, joined, more);
      const asked = countRequests(world) - before;
      const holds =
        run.answer === again.answer &&
        isSame(run.tables, again.tables) &&
        run.tables.trials.length > 0 &&
        asked === 0;
      return found(`${call}, twice`, { asked, answer: run.answer }, holds);
    },
  },
  {
    name: 'cache_only says what was never fetched',
    async ask({ api }) {
      const more = { ...unhurried, fetch_policy: 'cache_only' };
      const { call, run } = await ask(api, 'Publications on unfetched quokkavir', more);
      return found(
        call,
        run.missing,
        run.missing.some(({ reason }) => reason === 'not_cached'),
      );
    },
  },
  {
    name: 'the second time comes from the store, network_only from the services',
    async ask(world) {
      await ask(world.api, joined);
      const kept = await ask(world.api, joined);
      const before = countRequests(world);
      const { call, run } = await ask(world.api, joined, {
        ...unhurried,
        fetch_policy: 'network_only',
      });
      const asked = countRequests(world) - before;
      const hits = [kept.run, run].map(({ trace }) => Object.values(trace.cache_hits));
      const holds = hits[0]?.every(Boolean) && !hits[1]?.some(Boolean) && asked > 2;
      return found(call, { hits, asked }, Boolean(holds));
    },
  },
  {
    name: 'literature tools tell cache_hit, rows and fetched_at',
    async ask({ callTool }) {
      const results = [];
      for (const [name, parameters] of [
        ['pubmed_search', { query: 'lumiravir' }],
        ['pubmed_get', { pmids: ['990000001'] }],
        ['clinicaltrials_search', { intervention: 'lumiravir' }],
        ['clinicaltrials_get', { nct_ids: ['NCT99000001'] }],
      ] as const) {
        await callTool(name, parameters);
        const { cache_hit, rows, fetched_at } = await callTool(name, parameters);
        results.push({ name, cache_hit, rows, fetched_at });
      }
      const holds = results.every(
        ({ cache_hit, rows, fetched_at }) =>
          cache_hit === true && rows > 0 && !Number.isNaN(Date.parse(fetched_at)),
      );
      return found('the four tools at /mcp, each twice', results, holds);
    },
  },
  {
    name: 'structured abstracts, groups of authors, dates in words and links of a record are read',
    async ask({ callTool }) {
      const pmids = ['990000001', '990000002', '990000003'];
      const { publications } = await callTool('pubmed_get', { pmids });
      const text = JSON.stringify(publications);
      const parts = ['BACKGROUND', 'LUMI Study Group', 'β-glucan', 'NCT99000002', '2024'];
      const lost = parts.filter((part) => !text.includes(part));
      return found(`pubmed_get ${pmids}`, publications[0], lost.length === 0);
    },
  },
  {
    name: 'open full text comes from PubMed Central where there is one',
    async ask({ callTool }) {
      const input = { pmids: ['990000001', '990000002'], include_full_text: true };
      const { publications } = await callTool('pubmed_get', input);
      const texts = publications.map((one: { full_text?: unknown }) =>
        JSON.stringify(one.full_text ?? null),
      );
      const holds = texts[0].length > 50 && texts[1] === 'null';
      return found(`pubmed_get ${JSON.stringify(input)}`, texts, holds);
    },
  },
  {
    name: 'past 9,998 records, where PubMed sends no JSON, the tool says so',
    async ask({ callTool }) {
      const most = await callTool('pubmed_search', { query: 'lumiravir', offset: 9_998 });
      const past = await callTool('pubmed_search', { query: 'lumiravir', offset: 9_999 });
      const holds = isSame(most.pmids, []) && JSON.stringify(past).includes('offset');
      return found('pubmed_search {"offset": 9999}', past, holds);
    },
  },
  {
    name: 'NCBI is told the tool, the address to write to and the key',
    async ask({ api, suite }) {
      const more = { ...unhurried, fetch_policy: 'network_only' };
      const { call } = await ask(api, 'Publications on lumiravir', more);
      const { tool, email, api_key } = suite.literature.latestParameters;
      const holds = isSame(
        [tool, email, api_key],
        ['lectern', 'librarian@example.org', 'key-of-the-clauses'],
      );
      return found(call, { tool, email, hasKey: Boolean(api_key) }, holds);
    },
  },
  {
    name: 'the published rates were kept to in all that was asked until here',
    async ask({ suite }) {
      const ncbi = suite.literature.requests.maxWithin('ncbi', 1_000);
      const clinicaltrials = suite.literature.requests.maxWithin('clinicaltrials', 60_000);
      const answer = { ncbi_a_second: ncbi, clinicaltrials_a_minute: clinicaltrials };
      return found('the recorded server counts', answer, ncbi <= 10 && clinicaltrials <= 50);
    },
  },
];
