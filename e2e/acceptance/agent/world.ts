import { fileURLToPath } from 'node:url';
import { addPrincipal } from '@lectern/testing';
import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';
import { Pool } from 'pg';
import { createKey, type Headers, signIn } from '../../isolation/sign-in.ts';
import { Api } from '../../suite/api.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';
import { openSpanReceiver, type SpanReceiver } from '../../telemetry/span-receiver.ts';
import { openRecordingWire, type RecordingWire } from './recording-wire.ts';

/** Credential of the outside server, the only secret that it may receive. */
export const outsideKey = 'key-of-the-parcel-service';
/** Limit per person; above the owner's calls in any minute of the run. */
const toolCallsPerMinute = 90;
export const outsideQuestion = 'Track the parcel with the number 4711';

/** Somebody of the organisation, with a key and a session. */
export interface Person {
  readonly id: string;
  readonly api: Api;
  readonly session: Headers;
}

/** Calls of `track_parcel` wait at it while it is closed. */
interface Gate {
  close(): void;
  open(): void;
}

export interface AgentWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  readonly pool: Pool;
  readonly owner: Api;
  readonly outside: OutsideMcp;
  readonly wire: RecordingWire;
  readonly gate: Gate;
  /** Spans that the suite exports. */
  readonly spans: SpanReceiver;
  readonly people: readonly Person[];
  addPerson(): Promise<Person>;
}

const program = fileURLToPath(new URL('stdio-program.ts', import.meta.url));
const number = { type: 'object' as const, properties: { query: { type: 'string' } } };
const tools = [
  {
    name: 'track_parcel',
    description: 'Tracks a parcel by its number: where the parcel is now.',
    inputSchema: { ...number, required: ['query'] },
    annotations: { readOnlyHint: true },
  },
];
const returns = [
  {
    name: 'cancel_subscription',
    description: 'Cancels a magazine subscription of a customer.',
    inputSchema: { ...number, required: ['query'] },
  },
];

/** @param settings of the suite, beside those for outside servers. */
export async function createWorld(
  settings: Readonly<Record<string, string>> = {},
): Promise<AgentWorld> {
  await using stack = new AsyncDisposableStack();
  let closed: PromiseWithResolvers<void> | undefined;
  const answer = async ({ tool }: { readonly tool: string }) => {
    await closed?.promise;
    return `${tool} says: Hamburg, sorting centre.`;
  };
  const outside = stack.use(await startOutsideMcp({ tools: [...tools, ...returns], answer }));
  const wire = stack.use(await openRecordingWire(Number(new URL(outside.url).port)));
  const spans = stack.use(await openSpanReceiver());
  const suite = stack.use(
    await startTemporarySuite({
      settings: {
        ...settings,
        MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
        TOOL_CALLS_PER_MINUTE: String(toolCallsPerMinute),
        OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
        MCP_STDIO_SERVERS: JSON.stringify({
          local: { command: process.execPath, args: [program] },
        }),
      },
    }),
  );
  const pool = new Pool({ connectionString: suite.databaseUrl, max: 2 });
  stack.defer(() => pool.end());
  const owner = new Api(suite.url, suite.credentials.api_key);
  await owner.call('createMcpServer', {
    body: {
      name: 'parcels',
      description: 'Parcels and subscriptions.',
      url: `http://127.0.0.1:${wire.port}/mcp`,
      headers: { 'x-api-key': outsideKey },
    },
  });
  const { rows } = await pool.query(
    'select "organizationId" as id from auth.member order by "createdAt" limit 1',
  );
  const people: Person[] = [];
  const kept = stack.move();
  return {
    suite,
    pool,
    owner,
    outside,
    wire,
    spans,
    people,
    gate: {
      close() {
        closed = Promise.withResolvers();
      },
      open() {
        closed?.resolve();
        closed = undefined;
      },
    },
    async addPerson() {
      const id = `person-${people.length + 1}`;
      await addPrincipal({ pool }, { userId: id, organisationId: rows[0].id, role: 'member' });
      const session = await signIn(pool, suite.url, id);
      const { authorization = '' } = await createKey(suite.url, session, ['chat', 'mcp', 'search']);
      const person = { id, session, api: new Api(suite.url, authorization.replace('Bearer ', '')) };
      people.push(person);
      return person;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
