import { isDeepStrictEqual } from 'node:util';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined } from './ask.ts';
import type { ResearchWorld } from './world.ts';

/** Runs that are kept. */
export const runs: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'both ids of a run are the same value',
    async ask({ api }) {
      const { call, run } = await ask(api, joined);
      const { checkpoint_id, orchestrator_checkpoint_id } = run;
      const holds = checkpoint_id === orchestrator_checkpoint_id && checkpoint_id !== '';
      return found(call, { checkpoint_id, orchestrator_checkpoint_id }, holds);
    },
  },
  {
    name: 'a run is read again by its checkpoint',
    async ask({ api }) {
      const { run } = await ask(api, joined);
      const path = `/api/research/${run.checkpoint_id}`;
      const { body } = await api.request('GET', path);
      const holds = body.status === 'done' && isDeepStrictEqual(body.result, run);
      return found(`GET ${path}`, { ...body, result: body.result?.answer }, holds);
    },
  },
  {
    name: 'past runs are listed, the newest first, page by page',
    async ask({ api }) {
      await ask(api, 'Publications on lumiravir');
      const { run } = await ask(api, joined);
      const first = await api.request('GET', '/api/research?limit=1');
      const path = `/api/research?limit=1&cursor=${encodeURIComponent(first.body.next_cursor)}`;
      const second = await api.request('GET', path);
      const queries = [first, second].map(({ body }) => body.runs[0]?.query);
      const holds =
        first.body.runs[0]?.checkpoint_id === run.checkpoint_id &&
        isSame(queries, [joined, 'Publications on lumiravir']);
      return found('GET /api/research?limit=1, twice', queries, holds);
    },
  },
  {
    name: 'the graph is drawn in Mermaid, with the path taken',
    async ask({ api }) {
      const { run } = await ask(api, 'Publications on lumiravir');
      const path = `/api/research/graph?checkpoint_id=${run.checkpoint_id}`;
      const { mermaid } = (await api.request('GET', path)).body;
      const taken = [...mermaid.matchAll(/^\s*class \S*?(\w+) taken;?$/gm)].map(([, node]) => node);
      const holds =
        /^(---|graph|flowchart)/m.test(mermaid) &&
        taken.some((node) => node?.endsWith('pubmed_search')) &&
        !taken.some((node) => node?.endsWith('ctgov_search'));
      return found(`GET ${path}`, taken.join(', '), holds);
    },
  },
  {
    name: 'the graph is drawn without a run too',
    async ask({ api }) {
      const { status, body } = await api.request('GET', '/api/research/graph');
      const nodes = ['parse_frame', 'router', 'pubmed_search', 'pubmed_get', 'ctgov_search'];
      const all = [...nodes, 'rag_search', 'synthesizer'];
      const holds = status === 200 && all.every((node) => body.mermaid.includes(node));
      return found('GET /api/research/graph', body.mermaid, holds);
    },
  },
  {
    name: 'a run that was made is nobody else’s: 404 as for none',
    async ask({ api, foreign, member }) {
      const { run } = await ask(api, joined);
      const answers = [];
      for (const other of [foreign, member]) {
        for (const id of [run.checkpoint_id, '99999999-9999-4999-8999-999999999999']) {
          const { status, body } = await other.request('GET', `/api/research/${id}`);
          answers.push(`${status} ${body.error?.code} ${body.error?.message}`);
        }
      }
      const holds = new Set(answers).size === 1 && answers[0]?.startsWith('404 research_not_found');
      return found(`GET /api/research/${run.checkpoint_id} by others`, answers, Boolean(holds));
    },
  },
  {
    name: 'a deleted run is gone',
    async ask({ api }) {
      const { run } = await ask(api, joined);
      const path = `/api/research/${run.checkpoint_id}`;
      const statuses = [];
      for (const method of ['DELETE', 'GET']) {
        statuses.push((await api.request(method, path)).status);
      }
      return found(`DELETE and GET ${path}`, statuses, isSame(statuses, [204, 404]));
    },
  },
  {
    name: 'a key without the scope chat may not research',
    async ask({ searcher }) {
      const { status, body } = await searcher.request('POST', '/api/research', {
        json: { query: joined },
      });
      return found('POST /api/research with a key for search', body, status === 403);
    },
  },
  {
    name: 'bad input is refused by the name of its field',
    async ask({ api }) {
      const bodies = [
        [{ query: ' ' }, 'query'],
        [{ query: joined, time_budget_ms: 5 }, 'time_budget_ms'],
        [{ query: joined, fetch_policy: 'never' }, 'fetch_policy'],
        [{ query: joined, frame_changes: { filters: { phases: ['PHASE5'] } } }, 'frame_changes'],
        [{ query: joined, frame_changes: { filters: { date_from: '2021-02-31' } } }, 'date_from'],
      ] as const;
      const fields = [];
      for (const [json, field] of bodies) {
        const { status, body } = await api.request('POST', '/api/research', { json });
        fields.push([status, body.error?.details?.field, field] as const);
      }
      const holds = fields.every(
        ([status, field, expected]) => status === 400 && String(field).includes(expected),
      );
      return found('POST /api/research with bad values', fields, holds);
    },
  },
];
