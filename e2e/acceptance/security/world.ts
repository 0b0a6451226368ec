import { allScopes, type Role, type Scope } from '@lectern/contracts';
import { Pool } from 'pg';
import { Api } from '../../suite/api.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';
import { Visitor } from './visitor.ts';

export const password = 'a-long-enough-password';

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

export interface SecurityWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  readonly url: string;
  readonly pool: Pool;
  /** The installation's administrator. */
  readonly operator: Visitor;
  /** The administrator's key, with every scope. */
  readonly api: Api;
  createPlace(): Promise<Place>;
  /** Invites somebody new and signs them in. */
  addPerson(place: Pick<Place, 'owner'>, role: Role): Promise<Person>;
  createKey(visitor: Visitor, scopes: readonly Scope[]): Promise<Api>;
  /** Returns the actions of the audit log, newest first. */
  listActions(place?: Pick<Place, 'organisationId'>): Promise<readonly string[]>;
}

export async function createWorld(): Promise<SecurityWorld> {
  await using resources = new AsyncDisposableStack();
  const suite = resources.use(
    await startTemporarySuite({
      settings: { TRUST_PROXY: '1', OAUTH_DYNAMIC_REGISTRATION: 'true', SIGN_INS_PER_MINUTE: '10' },
    }),
  );
  const pool = new Pool({ connectionString: suite.databaseUrl, max: 2 });
  resources.defer(() => pool.end());
  const { url, credentials } = suite;
  let count = 0;
  const operator = new Visitor(url);
  const { email = '', password: secret = '' } = credentials;
  await signIn(operator, email, secret);

  const { organisation: home } = await expectOk(operator.get('/api/me'));

  const world: SecurityWorld = {
    suite,
    url,
    pool,
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
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
  const kept = resources.move();
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
