import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTokenVerifier,
  openRevocations,
  type Revocations,
  watchToken,
} from '@lectern/service';
import { addPrincipal, eventually } from '@lectern/testing';
import {
  createProvider,
  openVisitor,
  readLocation,
  type TestProvider,
} from '../../../test/mcp-client.ts';
import {
  type Credential,
  credentials,
  formatRevocations,
  type RevocationFigures,
  readRevocationTable,
} from '../../../test/revocation-table.ts';
import {
  addOwner,
  publicUrl,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

/** Limit of the table in SECURITY.md. */
const limitSeconds = 5;
const table = readRevocationTable();

let gateway: TestGateway;
let services: Revocations;
let count = 0;
const closers: (() => Promise<void> | void)[] = [];
/** Seconds per cell, by row; printed with `LECTERN_SHOW_FIGURES=1`. */
const figures: RevocationFigures = new Map();
/** Results of the rows: most of a row's time is waiting, so several run at once. */
const checks = new Map<string, Promise<void>>();
const rowsAtOnce = 4;
/** Ends the waiting for tokens that stay valid. */
const over = new AbortController();

beforeAll(async () => {
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OAUTH_DYNAMIC_REGISTRATION: 'true',
  });
  await addOwner(gateway);
  services = await openRevocations(gateway.database.pool, gateway.dependencies.logger, (close) =>
    closers.push(close),
  );
  for (const service of [gateway.rag, gateway.llm, gateway.mcp]) service.answer = answerSlowly;
  const lanes = Array.from({ length: rowsAtOnce }, () => Promise.resolve());
  for (const [at, [cause, promised]] of Object.entries(table).entries()) {
    const lane = at % rowsAtOnce;
    const check = (lanes[lane] as Promise<void>).then(() => checkRow(cause, promised));
    checks.set(cause, check);
    lanes[lane] = check.catch(() => undefined);
  }
});
afterAll(async () => {
  if (process.env.LECTERN_SHOW_FIGURES)
    process.stdout.write(`${formatRevocations(table, figures)}\n`);
  over.abort();
  for (const close of closers) await close();
  await gateway[Symbol.asyncDispose]();
});

/** Answers streams without an end, MCP as its client needs, and other requests normally. */
async function answerSlowly(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.includes('events') || request.headers['x-test']) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    return;
  }
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
}

/** Creates a person with all kinds of credentials, as admin of their own organisation. */
async function openPerson() {
  count += 1;
  const number = count;
  const email = `person-${number}@example.org`;
  const password = 'correct-horse-battery';
  const { auth, apiKeys } = gateway.dependencies;
  const { user } = await auth.api.createUser({
    body: { email, password, name: 'P', role: 'user' },
  });
  const organisationId = `place-${number}`;
  const member = { userId: user.id, organisationId, role: 'admin' as const };
  await addPrincipal(gateway.database, member);
  await addPrincipal(gateway.database, { userId: `boss-${number}`, organisationId, role: 'owner' });
  const signIn = async () =>
    toCookieHeader(await visitor.post('/api/auth/sign-in/email', { email, password }));
  const visitor = openVisitor(gateway);
  const cookie = await signIn();
  const key = await apiKeys.add({
    ...member,
    name: 'key',
    scopes: ['mcp', 'search', 'documents:read', 'admin'],
    expiresInDays: undefined,
  });
  const provider = await visitor.authorize(createProvider(), cookie);
  const headers: Record<Exclude<Credential, 'refresh'>, Record<string, string>> = {
    session: { cookie, origin: publicUrl },
    key: { authorization: `Bearer ${key.key}` },
    access: { authorization: `Bearer ${provider.saved?.access_token}` },
  };
  return { ...member, email, password, cookie, key, provider, visitor, signIn, headers };
}
type Person = Awaited<ReturnType<typeof openPerson>>;

const post = (
  { visitor, cookie }: Pick<Person, 'visitor' | 'cookie'>,
  path: string,
  body: unknown,
) => visitor.post(path, body, { cookie });
const sql = (text: string, values: unknown[]) => gateway.database.pool.query(text, values);
const boss = ({ organisationId }: Person) => `boss-${organisationId.split('-')[1]}`;

/** Causes each row of the table; returns the time from which it counts. */
const causes: Record<string, (person: Person) => Promise<unknown>> = {
  'key deleted': async ({ visitor, key, cookie }) => {
    await visitor.fetchPublic(`${publicUrl}/api/keys/${key.id}`, {
      method: 'DELETE',
      headers: { cookie, origin: publicUrl },
    });
  },
  'key expired': async ({ key }) => {
    const { rows } = await sql('select "expiresAt" as at from auth.apikey where id = $1', [key.id]);
    return rows[0].at.getTime();
  },
  'signed out': async (person) => void (await post(person, '/api/auth/sign-out', {})),
  'password changed': async (person) => {
    const other = await person.signIn();
    const body = { currentPassword: person.password, newPassword: 'another-password' };
    expect(
      (await post({ ...person, cookie: other }, '/api/auth/change-password', body)).status,
    ).toBe(200);
    return Date.now();
  },
  'passkey removed': async (person) => {
    const id = `passkey-${person.userId}`;
    await sql(
      `insert into auth.passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
       values ($1, '', $2, $1, 0, 'singleDevice', false)`,
      [id, person.userId],
    );
    const other = await person.signIn();
    expect(
      (await post({ ...person, cookie: other }, '/api/auth/passkey/delete-passkey', { id })).status,
    ).toBe(200);
    return Date.now();
  },
  'password reset': async (person) => {
    const maker = { userId: boss(person), organisationId: person.organisationId };
    const { token } = await gateway.dependencies.oneTimeTokens.addPassword(person.userId, maker);
    const body = { token, password: 'another-password' };
    expect((await post({ ...person, cookie: '' }, '/api/password-resets', body)).status).toBe(204);
    return Date.now();
  },
  'member removed': ({ userId, organisationId }) =>
    gateway.dependencies.memberships.remove(userId, organisationId),
  'role lowered': ({ userId, organisationId }) =>
    gateway.dependencies.memberships.changeRole(userId, organisationId, 'viewer'),
  'consent taken back': async (person) => {
    const { rows } = await sql('select id from auth."oauthConsent" where "userId" = $1', [
      person.userId,
    ]);
    const gone = await post(person, '/api/auth/oauth2/delete-consent', { id: rows[0].id });
    expect(gone.status).toBe(200);
  },
  'consent given anew for less': async (person) => {
    const asked = new URL(String(person.provider.authorizationUrl));
    asked.searchParams.set('prompt', 'consent');
    const headers = { cookie: person.cookie };
    const page = await readLocation(await person.visitor.fetchPublic(asked, { headers }));
    const less = { accept: true, scope: 'mcp', oauth_query: page.search.slice(1) };
    expect((await post(person, '/api/auth/oauth2/consent', less)).status).toBe(200);
  },
  'code used twice': async ({ provider }) => replay(provider),
  'refresh token revoked': async ({ provider, visitor }) => {
    const token = provider.saved?.refresh_token ?? '';
    const client_id = (await provider.clientInformation())?.client_id ?? '';
    const revoked = await visitor.fetchPublic(`${publicUrl}/api/auth/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id, token, token_type_hint: 'refresh_token' }),
    });
    expect(revoked.status).toBe(200);
  },
  'account disabled': async ({ userId }) =>
    void (await sql('update auth."user" set banned = true where id = $1', [userId])),
  'member disabled by SCIM': async ({ userId, organisationId }) => {
    const owner = `boss-${organisationId.slice('place-'.length)}`;
    const { token } = await gateway.dependencies.scimTokens.add(organisationId, owner, 'idp');
    const disabled = await fetch(`${gateway.url}/api/scim/v2/Users/${userId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      }),
    });
    expect(disabled.status).toBe(200);
  },
  'organisation deleted': ({ organisationId }) =>
    gateway.dependencies.memberships.deleteOrganisation(organisationId),
};

/** Replays the last code exchange, as an eavesdropper would. */
async function replay(provider: TestProvider): Promise<void> {
  const body = provider.lastExchange;
  if (!body) throw new Error('nothing was exchanged');
  const again = await fetch(`${gateway.url}/api/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  expect(again.status).toBeGreaterThanOrEqual(400);
}

/** Opens everything that a credential allows; returns promises of the time of each end. */
async function openAll(person: Person, credential: Exclude<Credential, 'refresh'>) {
  const headers = person.headers[credential];
  const name = `${credential} of ${person.userId}`;
  const open = async (path: string, init: RequestInit) => {
    const response = await fetch(gateway.url + path, init);
    expect(response.status).toBe(200);
    return { ended: endOf(response) };
  };
  const verifier = createTokenVerifier(JSON.parse(gateway.jwks), services);
  const streams: Record<string, Promise<number>> = {
    'MCP stream': (
      await open('/mcp', {
        method: 'POST',
        headers: { ...headers, 'x-test': name, 'content-type': 'application/json' },
        body: '{}',
      })
    ).ended,
  };
  const sent = gateway.mcp.seen.find((request) => request.headers['x-test'] === name);
  const token = sent?.headers.authorization?.slice('Bearer '.length) ?? '';
  await verifier.verify(token);
  if (credential !== 'access') {
    streams['event stream'] = (await open('/api/events', { headers })).ended;
  }
  streams['running answer'] = new Promise((resolve) => {
    watchToken(services, token, () => resolve(Date.now()));
  });
  streams['internal token'] = (async () => {
    while (!over.signal.aborted) {
      const isRefused = await verifier.verify(token).then(
        () => false,
        () => true,
      );
      if (isRefused) return Date.now();
      await pause();
    }
    return Number.NaN;
  })();
  return streams;
}

async function endOf(response: Response): Promise<number> {
  await response.text().catch(() => undefined);
  return Date.now();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const isAlive = async ({ headers }: Person, credential: Exclude<Credential, 'refresh'>) => {
  const init = { headers: headers[credential] };
  const path = credential === 'access' ? '/mcp' : '/api/me';
  const response = await fetch(gateway.url + path, init);
  await response.text();
  return response.status === 200;
};

const refresh = ({ provider }: Person) =>
  fetch(`${gateway.url}/api/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: provider.saved?.refresh_token ?? '',
      client_id: provider.clientId ?? '',
      resource: `${publicUrl}/mcp`,
    }),
  });

async function checkRow(cause: string, promised: (typeof table)[string]): Promise<void> {
  const person = await openPerson();
  if (cause === 'key expired') {
    await sql(`update auth.apikey set "expiresAt" = now() + interval '8 s' where id = $1`, [
      person.key.id,
    ]);
  }
  const opened: Partial<Record<Credential, Record<string, Promise<number>>>> = {};
  for (const credential of ['session', 'key', 'access'] as const) {
    expect(await isAlive(person, credential)).toBe(true);
    opened[credential] = await openAll(person, credential);
  }
  const began = Date.now();
  const given = await causes[cause]?.(person);
  const from = typeof given === 'number' ? given : began;
  const measured: Record<string, number> = {};
  for (const credential of ['session', 'key', 'access'] as const) {
    if (promised[credential] === 'stays') continue;
    for (const [what, ended] of Object.entries(opened[credential] ?? {})) {
      measured[`${credential}: ${what}`] = ((await ended) - from) / 1_000;
    }
    if (promised[credential] === 'lowered') continue;
    await eventually(async () => !(await isAlive(person, credential)));
    measured[credential] = (Date.now() - from) / 1_000;
  }
  if (promised.refresh === 'ends') {
    expect((await refresh(person)).status).toBeGreaterThanOrEqual(400);
    measured.refresh = (Date.now() - from) / 1_000;
  }
  figures.set(cause, measured);
  expect(Object.entries(measured).filter(([, seconds]) => seconds > limitSeconds)).toEqual([]);
  const stays = credentials.filter((name) => promised[name] !== 'ends');
  for (const credential of stays) {
    if (credential === 'refresh') expect((await refresh(person)).status).toBe(200);
    else expect([credential, await isAlive(person, credential)]).toEqual([credential, true]);
    if (credential === 'refresh' || promised[credential] !== 'stays') continue;
    for (const [what, ended] of Object.entries(opened[credential] ?? {})) {
      const state = await Promise.race([ended.then(() => 'ended'), pause().then(() => 'open')]);
      expect(`${credential}: ${what} ${state}`).toBe(`${credential}: ${what} open`);
    }
  }
}

describe('what ends with what', () => {
  it('is in the table, each with a way to bring it about', () => {
    expect(Object.keys(table)).toEqual(Object.keys(causes));
  });

  it.each(Object.keys(table))(
    '%s',
    async (cause) => {
      await checks.get(cause);
    },
    60_000,
  );
});
