import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Citation, type Endpoint, type EndpointName, endpoints } from '@lectern/contracts';
import { type CallOptions, toAddress } from '@lectern/contracts/client';
import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';
import { Client } from 'pg';
import { Api } from '../suite/api.ts';
import { dataFolder } from '../suite/data-folder.ts';
import { Session } from '../suite/session.ts';

const files = {
  Reports: [
    'pdf/minimal-document.pdf',
    'docx/word_sample.docx',
    'xlsx/test.xlsx',
    'csv/stanley-cups-utf-16.csv',
  ],
  Reading: [
    'html/wiki_duck.html',
    'epub/test.epub',
    'markdown/docling-README.md',
    'email/eml_with_attachment.eml',
  ],
} as const;
const sealedHeader = { 'x-api-key': 'key-of-the-harbour' };
const longText = Array.from({ length: 12_000 }, (_, line) => `tide ${line}`).join('\n');
const member = { email: 'ann@example.org', password: 'a member of the weather station' };

/** The home's contents that a later version must still have. */
export interface OldSite {
  readonly owner: { readonly email: string; readonly password: string; readonly key: string };
  readonly memberKey: string;
  readonly outsidePort: number;
  readonly collections: Readonly<Record<string, string>>;
  readonly documents: Readonly<Record<string, { readonly id: string; readonly text: string }>>;
  readonly knowledge: {
    readonly id: string;
    readonly answer: string;
    readonly cited: readonly string[];
  };
  readonly agent: { readonly id: string; readonly answer: string };
  /** A turn of mode `agent` that waits for a decision. */
  readonly waiting: { readonly id: string; readonly approvalId: string };
  readonly confirmationId: string;
  readonly resultId: string;
  readonly research: { readonly id: string; readonly answer: string };
  readonly evaluation: { readonly id: string; readonly runId: string };
}

/** Starts the outside MCP servers of the site: `forecast` on `port`, `harbour` on the next one. */
export async function startOutsideServers(
  port: number,
): Promise<{ readonly forecast: OutsideMcp; readonly harbour: OutsideMcp } & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const forecast = stack.use(
    await startOutsideMcp({
      name: 'forecast',
      port,
      tools: [
        {
          name: 'get_forecast',
          description: 'The weather of the next days for a place: temperature, rain and wind.',
          annotations: { readOnlyHint: true },
          inputSchema: {
            type: 'object',
            properties: { place: { type: 'string' } },
            required: ['place'],
          },
        },
        {
          name: 'order_battery',
          description: 'Orders a new battery for a weather station.',
          inputSchema: {
            type: 'object',
            properties: { station: { type: 'string' } },
            required: ['station'],
          },
        },
      ],
      answer: ({ tool }) =>
        tool === 'get_forecast' ? 'Dry, 14 to 19 °C, light wind.' : 'Ordered.',
    }),
  );
  const harbour = stack.use(
    await startOutsideMcp({
      name: 'harbour',
      port: port + 1,
      tools: [
        {
          name: 'list_tides',
          description: 'Lists all tides of the year at the harbour.',
          annotations: { readOnlyHint: true },
        },
      ],
      answer: () => longText,
      intercept: (request, response) => {
        if (request.headers['x-api-key'] === sealedHeader['x-api-key']) return false;
        response.writeHead(401).end();
        return true;
      },
    }),
  );
  return { forecast, harbour, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Calls an older version, whose answers lack newer fields, without checking them. */
class OldApi extends Api {
  override async call<Name extends EndpointName>(
    name: Name,
    { params, query, body }: CallOptions<Name> = {},
  ) {
    const endpoint: Endpoint = endpoints[name];
    const address = toAddress(endpoint, params, query);
    const answer = await this.request(endpoint.method, address, { json: body });
    if (answer.status < 400) return answer.body;
    throw new Error(`${name} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** Fills a running suite whose outside servers run on `outsidePort`. */
export async function fillOldSite(
  owner: {
    readonly url: string;
    readonly email: string;
    readonly password: string;
    readonly api_key: string;
  },
  { outsidePort, databaseUrl }: { readonly outsidePort: number; readonly databaseUrl: string },
): Promise<OldSite> {
  const api = new OldApi(owner.url, owner.api_key);
  const session = new Session(owner.url);
  await session.post('/api/auth/sign-in/email', { email: owner.email, password: owner.password });
  const memberKey = await addMember(owner.url, session);
  const { collections, documents } = await addDocuments(api);
  const collection_filter = { collection_ids: Object.values(collections) };
  await api.call('createMcpServer', {
    body: {
      name: 'forecast',
      url: `http://127.0.0.1:${outsidePort}/mcp`,
      description: 'Forecasts and spare parts',
    },
  });
  await api.call('createMcpServer', {
    body: {
      name: 'harbour',
      url: `http://127.0.0.1:${outsidePort + 1}/mcp`,
      headers: sealedHeader,
    },
  });
  const knowledge = await api.call('chat', {
    body: { message: 'Which ducks are kept by people?', collection_filter },
  });
  const agent = await api.call('chat', {
    body: {
      message: 'What is the weather forecast for the place Hamburg: temperature, rain and wind?',
      mode: 'agent',
    },
  });
  const waiting = await api.request('POST', '/api/chat/mcp', {
    json: { message: 'Order a new battery for the weather station North roof', mode: 'agent' },
  });
  const asked = await callWaitingTool(api);
  const kept = await api.call('callMcpTool', {
    body: { server: 'harbour', name: 'list_tides', arguments: {} },
  });
  const research = await api.call('research', {
    body: {
      query: 'Publications on low-dose aspirin for recurrent venous thromboembolism',
      time_budget_ms: 60_000,
    },
  });
  const evaluation = await addEvaluation(api, documents);
  await keepWaitingCalls(databaseUrl);
  return {
    owner: { email: owner.email, password: owner.password, key: owner.api_key },
    memberKey,
    outsidePort,
    collections,
    documents,
    knowledge: {
      id: knowledge.conversation_id,
      answer: knowledge.answer,
      cited: listCited(knowledge.citations),
    },
    agent: { id: agent.conversation_id, answer: agent.answer },
    waiting: { id: waiting.body.conversation_id, approvalId: waiting.body.approval.id },
    confirmationId: expectField(asked, 'confirmation_id'),
    resultId: expectField(kept, 'result_id'),
    research: { id: research.checkpoint_id, answer: research.answer },
    evaluation,
  };
}

/** The call of `order_battery` that asks for an agreement first. */
export function callWaitingTool(api: Api) {
  return api.call('callMcpTool', {
    body: { server: 'forecast', name: 'order_battery', arguments: { station: 'North roof' } },
  });
}

function expectField(outcome: object, field: string): string {
  const value = (outcome as Readonly<Record<string, unknown>>)[field];
  if (typeof value !== 'string')
    throw new Error(`${field} is missing: ${JSON.stringify(outcome).slice(0, 300)}`);
  return value;
}

function listCited(citations: readonly Citation[]): string[] {
  return citations.map(({ document_id }) => document_id);
}

async function addMember(url: string, owner: Session): Promise<string> {
  const invitation = { email: member.email, role: 'member' };
  const { link } = (await owner.post('/api/invitations', invitation)) as { link: string };
  const session = new Session(url);
  await session.post('/api/invitations/accept', {
    token: new URL(link).searchParams.get('token'),
    name: 'Ann',
    password: member.password,
  });
  const { key } = (await session.post('/api/keys', {
    name: 'kept',
    scopes: ['search', 'documents:read', 'chat'],
  })) as { key: string };
  return key;
}

async function addDocuments(api: Api): Promise<Pick<OldSite, 'collections' | 'documents'>> {
  const collections: Record<string, string> = {};
  const documents: Record<string, { id: string; text: string }> = {};
  for (const [name, paths] of Object.entries(files)) {
    const collectionId = await api.createCollection(name);
    collections[name] = collectionId;
    const read = paths.map(async (path) => ({
      name: path.replace(/.*\//, ''),
      bytes: new Uint8Array(await readFile(`${dataFolder}/documents/${path}`)),
    }));
    const accepted = await api.uploadAccepted(collectionId, await Promise.all(read));
    for (const [index, path] of paths.entries()) {
      const id = accepted[index]?.id ?? '';
      const { status } = await api.waitUntilFinal(id);
      if (status !== 'ready') throw new Error(`${path} is ${status}`);
      documents[path] = { id, text: await api.readText(id) };
    }
  }
  await api.call('putGrants', {
    params: { id: collections.Reports ?? '' },
    body: {
      inherit: false,
      grants: [{ grantee: { type: 'role', id: 'member' }, permission: 'read' }],
    },
  });
  await api.call('putGrants', {
    params: { id: collections.Reading ?? '' },
    body: { inherit: false, grants: [] },
  });
  return { collections, documents };
}

async function addEvaluation(
  api: Api,
  documents: OldSite['documents'],
): Promise<OldSite['evaluation']> {
  const { id } = await api.call('createEvaluationSet', { body: { name: 'Ducks' } });
  const document_id = documents['html/wiki_duck.html']?.id ?? '';
  await api.call('saveEvaluationQuestion', {
    params: { id },
    body: { query: 'What do ducks eat?', answers: [{ document_id }] },
  });
  const { id: runId } = await api.call('startEvaluationRun', {
    params: { id },
    body: { settings: [{ mode: 'hybrid' }] },
  });
  for (let left = 100; left > 0; left -= 1) {
    const { status } = await api.call('getEvaluationRun', { params: { id, run_id: runId } });
    if (status === 'done') return { id, runId };
    await delay(300);
  }
  throw new Error('the evaluation run does not end');
}

/** Waiting calls and kept results are valid for minutes; these must last until the check. */
async function keepWaitingCalls(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const table of ['tool_confirmations', 'tool_results']) {
      await client.query(`update llm.${table} set created_at = now() + interval '10 years'`);
    }
  } finally {
    await client.end();
  }
}
