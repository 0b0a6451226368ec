import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addPrincipal } from '@lectern/testing';
import { Pool } from 'pg';
import { createKey, signIn } from '../../isolation/sign-in.ts';
import { createSecondOrganisation } from '../../stories/second-organisation.ts';
import { Api } from '../../suite/api.ts';
import { connectMcp } from '../../suite/mcp-client.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';
import { openSpanReceiver, type SpanReceiver } from '../../telemetry/span-receiver.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));

/** Output of a command. */
export interface Written {
  readonly stdout: string;
  readonly stderr: string;
}

export interface ResearchWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  readonly spans: SpanReceiver;
  /** The owner. */
  readonly api: Api;
  /** A member of the same organisation who may read no collection. */
  readonly member: Api;
  /** The owner in another organisation. */
  readonly foreign: Api;
  /** A key of the owner that may search alone. */
  readonly searcher: Api;
  /** Two documents of the owner's organisation on lumiravir. */
  readonly collectionId: string;
  /** `lectern …` as the owner. */
  lectern(...parameters: readonly string[]): Promise<Written>;
  /** The structured result of a tool at `/mcp`, called by the owner. */
  // biome-ignore lint/suspicious/noExplicitAny: clauses look into results of every kind
  callTool(name: string, parameters: Readonly<Record<string, unknown>>): Promise<any>;
}

const ownDocuments = [
  {
    external_id: 'protocol',
    title: 'Lumiravir protocol',
    text: 'Our protocol gives lumiravir 200 mg twice daily for five days. Liver values are checked before the first dose.',
  },
  {
    external_id: 'memo',
    title: 'Visitors',
    text: 'Visitors sign in at the front desk and wear a badge.',
  },
];

export async function createWorld(): Promise<ResearchWorld> {
  await using stack = new AsyncDisposableStack();
  const spans = stack.use(await openSpanReceiver());
  const suite = stack.use(
    await startTemporarySuite({
      settings: {
        NCBI_API_KEY: 'key-of-the-clauses',
        NCBI_EMAIL: 'librarian@example.org',
        OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    }),
  );
  const api = new Api(suite.url, suite.credentials.api_key);
  const others = await addOthers(suite);
  const collectionId = await api.createCollection('Protocols');
  const { body } = await api.request('POST', `/api/collections/${collectionId}/documents`, {
    json: { documents: ownDocuments },
  });
  for (const { id } of body.documents) await api.waitUntilFinal(id);
  const kept = stack.move();
  return {
    suite,
    spans,
    api,
    ...others,
    collectionId,
    lectern: (...parameters) =>
      promisify(execFile)(process.execPath, [cli, ...parameters], {
        env: { ...process.env, LECTERN_URL: api.url, LECTERN_API_KEY: api.apiKey },
        timeout: 60_000,
      }),
    async callTool(name, parameters) {
      const client = await connectMcp(api);
      try {
        const result = await client.callTool({ name, arguments: { ...parameters } });
        return result.structuredContent ?? result.content;
      } finally {
        await client.close();
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function addOthers(suite: TemporarySuite) {
  const foreign = await createSecondOrganisation(suite);
  const pool = new Pool({ connectionString: suite.databaseUrl, max: 1 });
  try {
    const { rows } = await pool.query(
      `select m."userId" as user_id, m."organizationId" as organisation_id from auth.member m
       where m.role = 'owner' order by m."createdAt" limit 1`,
    );
    const { user_id: ownerId, organisation_id: organisationId } = rows[0];
    await addPrincipal({ pool }, { userId: 'clauses-member', organisationId, role: 'member' });
    const apiOf = async (userId: string, scopes: Parameters<typeof createKey>[2]) => {
      const headers = await createKey(suite.url, await signIn(pool, suite.url, userId), scopes);
      return new Api(suite.url, (headers.authorization ?? '').replace('Bearer ', ''));
    };
    const member = await apiOf('clauses-member', ['search', 'documents:read', 'chat', 'mcp']);
    return { foreign, member, searcher: await apiOf(ownerId, ['search']) };
  } finally {
    await pool.end();
  }
}
