import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPrincipal, eventually, type RecordedHttp } from '@lectern/testing';
import { Pool } from 'pg';
import { startTemporarySuite, type TemporarySuite } from '../suite/temporary-suite.ts';
import { openSpanReceiver, type SpanReceiver } from '../telemetry/span-receiver.ts';
import { type Caller, type CallerName, callers, type PersonName, people } from './callers.ts';
import { openOAuthClient } from './oauth.ts';
import { startObedientModel } from './obedient-model.ts';
import { type Received, type Sent, send, sendMcp } from './send.ts';
import { createKey, type Headers, signIn } from './sign-in.ts';

export type PlaceName = 'granted' | 'ungranted' | 'foreign';

/** A collection with one document. Names, titles and texts of both hold its marker. */
export interface Place {
  readonly name: PlaceName;
  readonly marker: string;
  readonly collectionId: string;
  readonly documentId: string;
  readonly chunkId: string;
}

/** Said in every document, so that a search for it would find them all. */
export const commonWord = 'lighthouse';
/** A question that fits all documents. */
export const commonQuestion = `Which keeper of the ${commonWord} was there in 1911?`;
export const modelKey = `model-key-${randomBytes(12).toString('hex')}`;

const markers: Readonly<Record<PlaceName, string>> = {
  granted: 'quillfern',
  ungranted: 'brambleoak',
  foreign: 'tundrawisp',
};

export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** A running suite with two organisations, their people, and a place for each known target. */
export interface World extends AsyncDisposable {
  readonly suite: TemporarySuite;
  readonly pool: Pool;
  readonly spanReceiver: SpanReceiver;
  /** The model API behind the suite, with what was sent to it. */
  readonly model: RecordedHttp;
  readonly places: Readonly<Record<PlaceName, Place>>;
  readonly organisations: Readonly<Record<'own' | 'foreign', string>>;
  userIdOf(person: PersonName): string;
  headersOf(caller: CallerName): Headers;
  send(caller: CallerName, request: Sent): Promise<Received>;
  sendMcp(caller: CallerName, method: string, params?: object): Promise<Received>;
  /** Adds a collection as somebody who may, and gives its id. */
  addCollection(caller: CallerName, name: string, parentId?: string): Promise<string>;
  /** Adds a text as somebody who may, and gives the document's id. */
  addText(caller: CallerName, collectionId: string, document: TitledText): Promise<string>;
  waitUntilReady(caller: CallerName, documentId: string): Promise<void>;
}

/** Starts the suite and fills it. Disposing ends it. */
export async function openWorld(settings: Readonly<Record<string, string>> = {}): Promise<World> {
  const model = await startObedientModel();
  const spanReceiver = await openSpanReceiver();
  const filesRoot = await mkdtemp(join(tmpdir(), 'lectern-e2e-files-'));
  const suite = await startTemporarySuite({
    settings: {
      FILES_ROOT: filesRoot,
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: `${model.url}/v1`,
      MODEL_NAME: 'obedient',
      REQUESTS_PER_MINUTE: '1000000',
      SIGN_INS_PER_MINUTE: '1000000',
      MODEL_API_KEY: modelKey,
      OTEL_EXPORTER_OTLP_ENDPOINT: spanReceiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      ...settings,
    },
  });
  const pool = new Pool({ connectionString: suite.databaseUrl, max: 4 });
  const close = async () => {
    await pool.end();
    await suite[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await spanReceiver[Symbol.asyncDispose]();
    await rm(filesRoot, { recursive: true });
  };
  try {
    return await fillWorld({ suite, pool, model, spanReceiver }, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function fillWorld(
  { suite, pool, model, spanReceiver }: Pick<World, 'suite' | 'pool' | 'model' | 'spanReceiver'>,
  close: () => Promise<void>,
): Promise<World> {
  const owner = await findOwner(pool);
  const organisations = { own: owner.organisationId, foreign: 'foreign-organisation' };
  const userIdOf = (person: PersonName) =>
    person === 'owner' ? owner.userId : `person-${person.replace(' ', '-')}`;
  await addPeople(pool, organisations, userIdOf);
  const headers = await openCallers(suite, pool, userIdOf);
  await addPrincipal(
    { pool },
    {
      userId: userIdOf('disabled'),
      organisationId: organisations.own,
      role: 'admin',
      disabled: true,
    },
  );

  const headersOf = (caller: CallerName) => headers[caller];
  const world = {
    suite,
    pool,
    model,
    spanReceiver,
    organisations,
    userIdOf,
    headersOf,
    send: (caller: CallerName, request: Sent) => send(suite.url, headersOf(caller), request),
    sendMcp: (caller: CallerName, method: string, params?: object) =>
      sendMcp(suite.url, headersOf(caller), { method, params }),
    async addCollection(caller: CallerName, name: string, parentId?: string) {
      const { body } = await world.send(caller, {
        method: 'POST',
        path: '/api/collections',
        body: { name, ...(parentId && { parent_id: parentId }) },
      });
      return body.id as string;
    },
    async addText(caller: CallerName, collectionId: string, document: TitledText) {
      const { body } = await world.send(caller, {
        method: 'POST',
        path: `/api/collections/${collectionId}/documents`,
        body: { documents: [{ external_id: randomUUID(), ...document }] },
      });
      return body.documents[0].id as string;
    },
    async waitUntilReady(caller: CallerName, documentId: string) {
      await eventually(
        async () => {
          const { body } = await world.send(caller, {
            method: 'GET',
            path: `/api/documents/${documentId}`,
          });
          return body.status === 'ready';
        },
        { timeoutMs: 60_000, intervalMs: 100 },
      );
    },
    [Symbol.asyncDispose]: close,
  };
  const [granted, ungranted, foreign] = await Promise.all([
    addPlace(world, 'granted', 'owner'),
    addPlace(world, 'ungranted', 'owner'),
    addPlace(world, 'foreign', "foreign organisation's owner"),
  ]);
  await giveGrants(world, granted.collectionId);
  return { ...world, places: { granted, ungranted, foreign } };
}

async function findOwner(pool: Pool): Promise<{ userId: string; organisationId: string }> {
  const { rows } = await pool.query(
    'select "userId", "organizationId" as "organisationId" from auth.member',
  );
  return rows[0];
}

async function addPeople(
  pool: Pool,
  organisations: World['organisations'],
  userIdOf: World['userIdOf'],
): Promise<void> {
  for (const [name, { organisation, role }] of Object.entries(people)) {
    if (name === 'owner') continue;
    const userId = userIdOf(name as PersonName);
    await addPrincipal({ pool }, { userId, organisationId: organisations[organisation], role });
  }
}

async function openCallers(
  suite: TemporarySuite,
  pool: Pool,
  userIdOf: World['userIdOf'],
): Promise<Record<CallerName, Headers>> {
  const headers: Partial<Record<CallerName, Headers>> = {};
  const administrator = await signIn(pool, suite.url, userIdOf('owner'));
  const agent = await openOAuthClient(pool, suite.url, administrator);
  for (const [name, caller] of Object.entries(callers)) {
    const { person, key, oauth, scopes }: Caller = caller;
    const session = person ? await signIn(pool, suite.url, userIdOf(person)) : {};
    const keyScopes = scopes.length > 0 ? scopes : (['search', 'documents:read'] as const);
    if (key) headers[name as CallerName] = await createKey(suite.url, session, keyScopes);
    else if (oauth) {
      const scope =
        name === 'agent that may only refresh'
          ? 'offline_access'
          : `${scopes.join(' ') || 'mcp'} offline_access`;
      headers[name as CallerName] = await agent.createToken(session, oauth, scope);
    } else headers[name as CallerName] = session;
  }
  return headers as Record<CallerName, Headers>;
}

type Sender = Pick<World, 'send' | 'addCollection' | 'addText' | 'waitUntilReady'>;

async function addPlace(world: Sender, name: PlaceName, owner: CallerName): Promise<Place> {
  const marker = markers[name];
  const collectionId = await world.addCollection(owner, `Collection ${marker}`);
  const text = `The ${commonWord} of the ${marker} was built in 1911. Its keeper is called ${marker}.`;
  const documentId = await world.addText(owner, collectionId, {
    title: `Notes on the ${marker}`,
    text,
  });
  await world.waitUntilReady(owner, documentId);
  const { body } = await world.send(owner, {
    method: 'GET',
    path: `/api/documents/${documentId}/chunks`,
  });
  return { name, marker, collectionId, documentId, chunkId: body.chunks[0].id };
}

/** A grant of `write` to the viewer shows that the role caps it. */
async function giveGrants(
  { send: sendAs, userIdOf }: Sender & Pick<World, 'userIdOf'>,
  collectionId: string,
): Promise<void> {
  const permissions = { viewer: 'write', reader: 'read', writer: 'write', manager: 'manage' };
  const { status } = await sendAs('owner', {
    method: 'PUT',
    path: `/api/collections/${collectionId}/grants`,
    body: {
      inherit: true,
      grants: Object.entries(permissions).map(([person, permission]) => ({
        grantee: { type: 'user', id: userIdOf(person as PersonName) },
        permission,
      })),
    },
  });
  if (status !== 200) throw new Error(`the grants were answered ${status}`);
}
