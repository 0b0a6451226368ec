import type { AcceptedDocument, CollectionSettings, TextDocument } from '@lectern/contracts';
import { type RecordedHttp, startRecordedHttp } from '@lectern/testing';
import { Pool } from 'pg';
import { Api } from '../../suite/api.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';
import { openSpanReceiver, type SpanReceiver } from '../../telemetry/span-receiver.ts';
import { type Member, People } from './people.ts';

export interface ContractWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  /** The owner. */
  readonly api: Api;
  /** Connection to the suite's database, for changes that no route makes. */
  readonly pool: Pool;
  /** Takes the runs that the suite records, as LangSmith would. */
  readonly langsmith: RecordedHttp;
  /** Takes the suite's traces. */
  readonly spans: SpanReceiver;
  /** A new member of the owner's organisation, with a key. */
  addMember(): Promise<Member>;
  /** A new collection with these texts, all of them ready. */
  addTexts(texts: Texts): Promise<AddedTexts>;
}

export interface Texts {
  readonly name: string;
  readonly documents: readonly TextDocument[];
  readonly parentId?: string;
  readonly settings?: CollectionSettings;
}

export interface AddedTexts {
  readonly collectionId: string;
  /** In the order of the documents. */
  readonly ids: readonly string[];
}

const langsmithRoutes = {
  'GET /info': { body: { batch_ingest_config: { use_multipart_endpoint: false } } },
  'POST /runs/batch': { status: 202, body: {} },
} as const;

/** Attributes that every span must have. */
export const resource = {
  'service.namespace': 'acceptance',
  'deployment.environment.name': 'trial',
};

export async function createWorld(): Promise<ContractWorld> {
  await using resources = new AsyncDisposableStack();
  const langsmith = resources.use(await startRecordedHttp(langsmithRoutes));
  const spans = resources.use(await openSpanReceiver());
  const suite = resources.use(
    await startTemporarySuite({
      settings: {
        LANGSMITH_TRACING: 'true',
        LANGSMITH_ENDPOINT: langsmith.url,
        LANGSMITH_API_KEY: 'lsv2_acceptance',
        OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
        OTEL_SERVICE_NAME: 'reading-room',
        OTEL_RESOURCE_ATTRIBUTES: Object.entries(resource)
          .map((pair) => pair.join('='))
          .join(','),
        OAUTH_DYNAMIC_REGISTRATION: 'true',
        SIGN_INS_PER_MINUTE: '1000',
      },
    }),
  );
  const pool = openPool(suite, resources);
  const api = new Api(suite.url, suite.credentials.api_key);
  const people = new People(pool, api);
  const kept = resources.move();
  return {
    suite,
    api,
    pool,
    langsmith,
    spans,
    addMember: () => people.addMember(),
    addTexts: (texts) => addTexts(api, texts),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Ends before its suite does. */
function openPool({ databaseUrl }: TemporarySuite, resources: AsyncDisposableStack): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  resources.defer(() => pool.end());
  return pool;
}

async function addTexts(
  api: Api,
  { name, documents, parentId, settings }: Texts,
): Promise<AddedTexts> {
  const { id: collectionId } = await api.call('createCollection', {
    body: { name, ...(parentId && { parent_id: parentId }), ...(settings && { settings }) },
  });
  const path = `/api/collections/${collectionId}/documents`;
  const { body } = await api.request('POST', path, { json: { documents } });
  const ids = (body.documents as AcceptedDocument[]).map(({ id }) => id ?? '');
  for (const id of ids) await api.waitUntilFinal(id);
  return { collectionId, ids };
}
