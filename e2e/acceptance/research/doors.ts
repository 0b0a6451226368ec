import { setTimeout as delay } from 'node:timers/promises';
import { readEvents } from '../../suite/read-events.ts';
import { type AcceptanceCase, found } from '../define-cases.ts';
import { ask, joined, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const json = { message: joined, mode: 'research' };
const chatCall = `POST /api/chat/mcp ${JSON.stringify(json)}`;

/** The other ways in: command line, agents, conversations. */
export const doors: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'lectern research shows live nodes, the answer and tables',
    async ask({ lectern }) {
      const { stdout, stderr } = await lectern('research', joined, '--time-budget', '30');
      const nodes = ['pubmed_search', 'pubmed_get', 'ctgov_search'];
      const holds =
        nodes.every((node) => stderr.includes(node)) &&
        ['NCT99000001', '990000001', '418'].every((part) => stdout.includes(part));
      return found(`lectern research "${joined}"`, stdout, holds);
    },
  },
  {
    name: 'lectern research changes the frame by options',
    async ask({ lectern }) {
      const parameters = ['research', 'Trials of lumiravir', '--phase', '3', '--json'];
      const { stdout } = await lectern(...parameters);
      const run = JSON.parse(stdout);
      const phases = run.frame.filters.phases;
      return found(`lectern ${parameters.join(' ')}`, phases, String(phases) === 'PHASE3');
    },
  },
  {
    name: 'lectern research runs, show, resume and export go on with runs',
    async ask({ api, lectern }) {
      const { run } = await ask(api, joined);
      const id = run.checkpoint_id;
      const listed = await lectern('research', 'runs');
      const shown = await lectern('research', 'show', id, '--graph');
      const resumed = await lectern('research', 'resume', id);
      const exported = await lectern('research', 'export', id, '--format', 'ris');
      const holds =
        listed.stdout.includes(id) &&
        shown.stdout.includes('taken') &&
        resumed.stdout.includes('NCT99000001') &&
        exported.stdout.includes('TY  - ');
      return found(`lectern research runs, show, resume, export ${id}`, listed.stdout, holds);
    },
  },
  {
    name: 'the MCP tool research answers as the route does',
    async ask({ api, callTool }) {
      const { run } = await ask(api, joined);
      const result = await callTool('research', { query: joined, time_budget_ms: 30_000 });
      const holds = result.answer === run.answer && result.tables?.trials.length > 0;
      return found(`research {"query": "${joined}"} at /mcp`, result.answer, holds);
    },
  },
  {
    name: 'a conversation in the mode research answers, and its run is read by the message',
    async ask({ api }) {
      const { body } = await api.request('POST', '/api/chat/mcp', { json });
      const run = await api.request('GET', `/api/research/${body.message_id}`);
      const holds =
        body.answer.includes('NCT99000001') && run.body.result?.tables.trials.length > 0;
      return found(chatCall, body.answer, holds);
    },
  },
  {
    name: 'the turn is streamed as any other, with tools as they begin and end',
    async ask({ api }) {
      const headers = { accept: 'text/event-stream' };
      const response = await api.open('POST', '/api/chat/mcp', { json, headers });
      const text = await response.text();
      const parts = [...new Set([...text.matchAll(/"type":"([\w-]+)"/g)].map(([, type]) => type))];
      const holds =
        ['data-status', 'text-delta', 'data-citations'].every((part) => parts.includes(part)) &&
        text.includes('tool_start') &&
        text.includes('tool_end');
      return found(`${chatCall} as events`, parts, holds);
    },
  },
  {
    name: 'llm killed in the middle: the run is resumed, and done nodes are not run again',
    async ask({ api, suite }) {
      const count = () => suite.literature.requests.count('ncbi');
      const first = count();
      await ask(api, joined, { ...unhurried, fetch_policy: 'network_only' });
      const whole = count() - first;
      const begun = count();
      suite.literature.setFault('clinicaltrials', 'slow');
      const response = await api.open('POST', '/api/research', {
        json: { query: joined, ...unhurried, fetch_policy: 'network_only' },
        headers: { accept: 'text/event-stream' },
      });
      let id = '';
      try {
        for await (const { event, data } of readEvents(response)) {
          if (event !== 'node') continue;
          id = data.checkpoint_id;
          if (data.node === 'pubmed_get' && data.status === 'done') break;
        }
      } finally {
        suite.literature.setFault('clinicaltrials', undefined);
      }
      // A node tells that it is done just before its result is kept.
      await delay(1_000);
      await suite.processes.llm.kill();
      await suite.processes.llm.whenRunning();
      const path = `/api/research/${id}/resume`;
      const body = await resumeWhenFree(api, path);
      const asked = count() - begun;
      const counts = { trials: body.tables?.trials.length, pubs: body.tables?.publications.length };
      const holds = !body.partial && counts.trials > 0 && counts.pubs > 0 && asked <= whole;
      return found(`POST ${path} after kill -9`, { ...counts, asked, whole }, holds);
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

/** A run counts as running until its last sign of life is old. */
async function resumeWhenFree(api: ResearchWorld['api'], path: string) {
  const deadline = Date.now() + 100_000;
  for (;;) {
    const { status, body } = await api.request('POST', path, { json: unhurried });
    if (status !== 409) return body;
    const waitS = Number(body.error?.details?.retry_after ?? 1);
    if (Date.now() + waitS * 1_000 > deadline) throw new Error(JSON.stringify(body));
    await delay(waitS * 1_000);
  }
}
