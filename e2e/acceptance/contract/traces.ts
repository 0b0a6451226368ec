import { randomUUID } from 'node:crypto';
import { eventually } from '@lectern/testing';
import { connectMcp } from '../../suite/mcp-client.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { type ContractWorld, resource } from './world.ts';

const fact = 'The spillway opens at nine metres.';
const question = 'At how many metres does the spillway open?';
const waiting = { timeoutMs: 20_000 };

/** Cases of traces that the suite exports. */
export const traces: readonly AcceptanceCase<ContractWorld>[] = [
  {
    name: 'LangSmith gets every run, and no text',
    async ask(world) {
      const { api, langsmith } = world;
      const collection_filter = await addDam(world, 'Dam');
      const chat = (message: string, mode: string) =>
        api.request('POST', '/api/chat/mcp', { json: { message, mode, collection_filter } });
      for (const mode of ['knowledge', 'agent', 'research']) await chat(question, mode);
      await api.request('POST', '/api/ask', { json: { question, collection_filter } });
      await api.request('POST', '/api/research', { json: { query: question } });
      for (const content of [question, 'Generate a title for this chat.']) {
        const json = { model: 'lectern-knowledge', messages: [{ role: 'user', content }] };
        await api.request('POST', '/v1/chat/completions', { json });
      }
      const names = [
        'lectern knowledge',
        'lectern agent',
        'lectern research',
        'rag_query_with_chunks',
        'lectern chore',
      ];
      const missing = await waitForRuns(world, names);
      const sent = langsmith.requests.map(({ body }) => body).join('');
      const leaked = ['spillway', 'nine metres', api.apiKey, 'eyJ'].filter((one) =>
        sent.includes(one),
      );
      return found(
        'a chat in each mode, POST /api/ask, /api/research, /v1/chat/completions and a chore of a front end',
        `runs ${names.filter((name) => !missing.includes(name)).join(', ')}; missing ${missing.length}; texts or secrets ${leaked.length}`,
        missing.length === 0 && leaked.length === 0,
      );
    },
  },
  {
    name: "the caller's request_id and session_id name the completion on LangSmith and its trace",
    async ask(world) {
      const { api, langsmith, spans } = world;
      const collection_filter = await addDam(world, 'Traced dam');
      const [request_id, session_id] = [`eval-${randomUUID()}`, `evening-${randomUUID()}`];
      const mcp = await connectMcp(api);
      await mcp.callTool({
        name: 'rag_query_with_chunks',
        arguments: { question, request_id, session_id, collection_filter },
      });
      await mcp.close();
      const run = `"request_id":"${request_id}","session_id":"${session_id}"`;
      const span = () =>
        spans.spans.find(({ attributes }) => attributes['lectern.request_id'] === request_id);
      const isTold = await eventually(
        () => langsmith.requests.some(({ body }) => body.includes(run)) && Boolean(span()),
        waiting,
      ).catch(() => false);
      return found(
        'tools/call rag_query_with_chunks {request_id, session_id}',
        `in a run of LangSmith and a span: ${isTold}; session.id ${span()?.attributes['session.id'] === session_id}`,
        isTold && span()?.attributes['session.id'] === session_id,
      );
    },
  },
  {
    name: 'OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES are on every span',
    async ask({ api, spans }) {
      await api.request('POST', '/api/search', { json: { query: 'anything' } });
      const processes = new Set<string>();
      await eventually(() => {
        for (const { resource: about } of spans.spans) {
          processes.add(String(about['lectern.process']));
        }
        return ['gateway', 'rag'].every((name) => processes.has(name));
      }, waiting).catch(() => undefined);
      const expected = { 'service.name': 'reading-room', ...resource };
      const wrong = spans.spans.filter(({ resource: about }) =>
        Object.entries(expected).some(([key, value]) => about[key] !== value),
      );
      return found(
        `spans of a suite with OTEL_SERVICE_NAME=reading-room, OTEL_RESOURCE_ATTRIBUTES=${JSON.stringify(resource)}`,
        `${spans.spans.length} spans of ${[...processes].sort().join(', ')}; ${wrong.length} without`,
        spans.spans.length > 0 && processes.has('rag') && wrong.length === 0,
      );
    },
  },
];

async function addDam({ addTexts }: ContractWorld, name: string) {
  const documents = [{ external_id: 'dam', title: 'Dam', text: fact }];
  const { collectionId } = await addTexts({ name, documents });
  return { collection_ids: [collectionId] };
}

/** Names of runs that do not come. */
async function waitForRuns(
  { langsmith }: ContractWorld,
  names: readonly string[],
): Promise<string[]> {
  const missing = () =>
    names.filter((name) => !langsmith.requests.some(({ body }) => body.includes(`"${name}"`)));
  await eventually(() => missing().length === 0, waiting).catch(() => undefined);
  return missing();
}
