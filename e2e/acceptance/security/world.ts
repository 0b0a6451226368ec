import { allScopes, type Role, type Scope } from '@lectern/contracts';
import { Pool } from 'pg';
import { Api } from '../../suite/api.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';
import { type FakeIssuer, startFakeIssuer } from './fake-issuer.ts';
import { startLeakedPasswords } from './leaked-passwords.ts';
import { Visitor } from './visitor.ts';

export const maxBodyBytes = 2_000_000;
/** Of one person, and of an organisation. */
export const openRequests = 50;
export const openRequestsOfAll = 60;
export const requestsPerMinute = 900;
export const password = 'a-long-enough-password';
export const leakedPassword = 'correct-horse-battery';

/** Somebody who is signed in, in one organisation. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly visitor: Visitor;
}

/** An organisation of its own, with what its quotas allow untouched. */
export interface Place {
  readonly organisationId: string;
  readonly owner: Person;
  /** With every scope. */
  readonly api: Api;
}

export interface DoorsWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  readonly url: string;
  readonly pool: Pool;
  readonly issuer: FakeIssuer;
  /** What the list of leaked passwords was asked by. */
  readonly askedHashes: readonly string[];
  /** The installation's administrator. */
  readonly operator: Visitor;
  /** The administrator's key, with every scope. */
  readonly api: Api;
  createPlace(): Promise<Place>;
  /** Invites somebody new and signs them in. */
  addPerson(place: Pick<Place, 'owner'>, role: Role): Promise<Person>;
  createKey(visitor: Visitor, scopes: readonly Scope[]): Promise<Api>;
  /** Of the installation's audit log, newest first. */
  listActions(place?: Pick<Place, 'organisationId'>): Promise<readonly string[]>;
}

/** Small bounds, so that a clause reaches them. Organisations and addresses have their own each. */
const settings = {
  TRUST_PROXY: '1',
  MAX_BODY_BYTES: String(maxBodyBytes),
  OAUTH_DYNAMIC_REGISTRATION: 'true',
  SIGN_INS_PER_MINUTE: '10',
  OPEN_STREAMS: '3',
  OPEN_REQUESTS: String(openRequests),
  QUOTA_OPEN_REQUESTS: String(openRequestsOfAll),
  QUOTA_REQUESTS_PER_MINUTE: String(requestsPerMinute),
  QUOTA_STREAMS: '5',
  QUOTA_DOCUMENTS: '12',
  QUOTA_BYTES: '3000000',
  QUOTA_CONVERSATIONS: '2',
  QUOTA_API_KEYS: '6',
  QUOTA_COLLECTIONS: '12',
  QUOTA_EVALUATION_SETS: '2',
  QUOTA_RESEARCH_RUNS: '2',
  QUOTA_MCP_SERVERS: '4',
  QUOTA_FEEDBACK: '2',
  QUOTA_MEMBERS: '40',
  QUOTA_TEAMS: '6',
  MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
};

export async function createWorld(): Promise<DoorsWorld> {
  const resources = new AsyncDisposableStack();
  try {
    const issuer = resources.use(await startFakeIssuer());
    const leaked = resources.use(await startLeakedPasswords(leakedPassword));
    const suite = resources.use(
      await startTemporarySuite({
        settings: {
          ...settings,
          OIDC_ISSUER: issuer.url,
          OIDC_CLIENT_ID: issuer.clientId,
          OIDC_CLIENT_SECRET: 'known-to-both',
          LEAKED_PASSWORDS_URL: leaked.url,
        },
      }),
    );
    const pool = new Pool({ connectionString: suite.databaseUrl, max: 2 });
    resources.defer(() => pool.end());
    return await fillWorld(suite, {
      pool,
      issuer,
      askedHashes: leaked.asked,
      close: () => resources.disposeAsync(),
    });
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

interface Opened {
  readonly pool: Pool;
  readonly issuer: FakeIssuer;
  readonly askedHashes: readonly string[];
  readonly close: () => Promise<void>;
}

async function fillWorld(
  suite: TemporarySuite,
  { pool, issuer, askedHashes, close }: Opened,
): Promise<DoorsWorld> {
  const { url, credentials } = suite;
  let count = 0;
  const operator = new Visitor(url);
  const { email = '', password: secret = '' } = credentials;
  await signIn(operator, email, secret);

  const { organisation: home } = await expectOk(operator.get('/api/me'));

  const world: DoorsWorld = {
    suite,
    url,
    pool,
    issuer,
    askedHashes,
    operator,
    api: new Api(url, credentials.api_key),
    async createPlace() {
      count += 1;
      const made = await expectOk(
        operator.post('/api/auth/organization/create', {
          name: `Place ${count}`,
          slug: `place-${count}`,
        }),
      );
      const organisationId = String(made.id);
      const founder = { id: '', email, visitor: operator };
      const owner = await world.addPerson({ owner: founder }, 'owner');
      await expectOk(
        operator.post('/api/auth/organization/set-active', { organizationId: home.id }),
      );
      return { organisationId, owner, api: await world.createKey(owner.visitor, allScopes) };
    },
    async addPerson({ owner }, role) {
      count += 1;
      const email = `person-${count}@example.org`;
      const invited = await expectOk(owner.visitor.post('/api/invitations', { email, role }));
      const visitor = new Visitor(url);
      const accepted = await expectOk(
        visitor.post('/api/invitations/accept', {
          token: tokenOf(invited.link),
          name: `Person ${count}`,
          password,
        }),
      );
      await signIn(visitor, email, password);
      return { id: String(accepted.user_id), email, visitor };
    },
    async createKey(visitor, scopes) {
      const made = await expectOk(visitor.post('/api/keys', { name: 'key', scopes }));
      return new Api(url, String(made.key));
    },
    async listActions(place) {
      const { rows } = await pool.query<{ action: string }>(
        `select action from auth.audit_log
         where $1::text is null or organisation_id = $1 order by at desc limit 200`,
        [place?.organisationId ?? null],
      );
      return rows.map(({ action }) => action);
    },
    [Symbol.asyncDispose]: close,
  };
  return world;
}

export async function signIn(visitor: Visitor, email: string, secret: string): Promise<void> {
  await expectOk(visitor.post('/api/auth/sign-in/email', { email, password: secret }));
}

/** @throws Error when the answer is no success. */
export async function expectOk(
  answering: ReturnType<Visitor['send']>,
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every kind
): Promise<any> {
  const { status, body } = await answering;
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** The secret part of a link that works once. */
export function tokenOf(link: unknown): string {
  const address = new URL(String(link));
  return (
    address.searchParams.get('token') ??
    new URLSearchParams(address.hash.slice(1)).get('token') ??
    String(address.pathname.split('/').at(-1))
  );
}
