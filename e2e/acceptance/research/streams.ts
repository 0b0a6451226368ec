import type { ResearchNodeEvent } from '@lectern/contracts';
import { assumedDelays, noDelays } from '@lectern/recorded-literature';
import type { Api } from '../../suite/api.ts';
import { readEvents, type ServerEvent } from '../../suite/read-events.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const call = `POST /api/research {"query": "${joined}"} as events`;

async function openStream(api: Api, more: object = {}): Promise<Response> {
  return api.open('POST', '/api/research', {
    json: { query: joined, ...unhurried, ...more },
    headers: { accept: 'text/event-stream' },
  });
}

async function readAll(api: Api, more: object = {}): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(await openStream(api, more))) events.push(event);
  return events;
}

const nodesOf = (events: readonly ServerEvent[]): readonly ResearchNodeEvent[] =>
  events.filter(({ event }) => event === 'node').map(({ data }) => data);

/** A run as it goes, node by node. */
export const streams: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'the stream tells each node as it begins and ends, then the whole result',
    async ask({ api }) {
      const events = await readAll(api);
      const told = nodesOf(events).map(({ node, status }) => `${node} ${status}`);
      const last = events.at(-1);
      const holds =
        last?.event === 'done' &&
        last.data.trace.node_path.every(
          (node: string) => told.includes(`${node} started`) && told.includes(`${node} done`),
        );
      return found(call, [...told, last?.event].join(', '), holds);
    },
  },
  {
    name: 'every node event names the run, and a look-up that is done its rows, time and cache hit',
    async ask({ api }) {
      const events = await readAll(api);
      const id = events.at(-1)?.data.checkpoint_id;
      const done = nodesOf(events).filter(
        ({ node, status }) => status === 'done' && /_(search|get)$/.test(node),
      );
      const holds =
        done.length === 3 &&
        nodesOf(events).every(({ checkpoint_id }) => checkpoint_id === id) &&
        done.every(({ latency_ms, rows }) => latency_ms !== null && rows !== null) &&
        done.every(({ cache_hit }) => cache_hit !== null);
      return found(call, done, holds);
    },
  },
  {
    name: 'the frame is shown before anything is looked up',
    async ask({ api }) {
      const nodes = nodesOf(await readAll(api));
      const shown = nodes.findIndex(({ frame }) => frame !== undefined);
      const lookup = nodes.findIndex(({ node }) => /search/.test(node));
      const frame = nodes[shown]?.frame;
      return found(call, { shown, lookup, frame }, shown >= 0 && shown < lookup);
    },
  },
  {
    name: 'tables come in parts before the result',
    async ask({ api }) {
      const events = await readAll(api);
      const parts = events.filter(({ event }) => event === 'partial').map(({ data }) => data);
      const { trials = [], publications = [] } = parts.at(-1)?.tables ?? {};
      const counts = { parts: parts.length, trials: trials.length, pubs: publications.length };
      return found(call, counts, trials.length > 0 && publications.length > 0);
    },
  },
  {
    name: 'PubMed and ClinicalTrials.gov are asked at the same time',
    async ask({ api, suite }) {
      suite.literature.setDelays(assumedDelays);
      const nodes = nodesOf(await readAll(api, { fetch_policy: 'network_only' }));
      suite.literature.setDelays(noDelays);
      const searches = nodes
        .filter(({ node }) => /_search$/.test(node))
        .map(({ node, status }) => `${node} ${status}`);
      const begun = searches.slice(0, 2).every((told) => told.endsWith('started'));
      return found(call, searches.join(', '), begun && searches.length === 4);
    },
  },
  {
    name: 'the stream and JSON give the same answer and tables',
    async ask({ api }) {
      const result = (await readAll(api)).at(-1)?.data;
      const { run } = await ask(api, joined);
      const holds = result.answer === run.answer && isSame(result.tables, run.tables);
      return found(call, result.answer, holds);
    },
  },
];
