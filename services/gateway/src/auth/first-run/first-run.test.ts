import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';
import { prepareFirstRun } from './prepare-first-run.ts';

const signInLinkCommand = fileURLToPath(new URL('../../create-sign-in-link.ts', import.meta.url));

let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-gateway-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await gateway.database.pool.query('truncate auth."user", auth.organization cascade');
});

const prepare = async (credentialsFile?: string, apiKeys = gateway.dependencies.apiKeys) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  await prepareFirstRun({
    ...gateway.dependencies,
    apiKeys,
    publicUrl,
    credentialsFile,
    logger: createLogger({ name: 'test', level: 'info', destination }),
  });
  return lines.map((line) => JSON.parse(line) as { link?: string });
};

const postSetup = (body: unknown) =>
  fetch(`${gateway.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(body),
  });

describe('the first run with a credentials file', () => {
  it('makes an owner and a key that work, and tells nobody else', async () => {
    const file = join(folder, 'credentials.json');
    await prepare(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['credentials.json']);

    const { url, email, password, api_key } = JSON.parse(await readFile(file, 'utf8'));
    expect({ url, email }).toEqual({ url: publicUrl, email: 'owner@lectern.local' });
    const me = await fetch(`${gateway.url}/api/me`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(await me.json()).toMatchObject({
      organisation: { name: 'My organisation' },
      role: 'owner',
      scopes: ['search', 'documents:read', 'documents:write', 'chat', 'mcp', 'files', 'admin'],
    });
    const signedIn = await fetch(`${gateway.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(signedIn.status).toBe(200);
  });

  it('changes nothing when there is somebody already', async () => {
    await addOwner(gateway);
    await prepare(join(folder, 'credentials.json'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes one owner when two gateways start at once', async () => {
    await Promise.all([prepare(join(folder, 'a.json')), prepare(join(folder, 'b.json'))]);
    expect(await readdir(folder)).toHaveLength(1);
    const { rowCount } = await gateway.database.pool.query('select 1 from auth."user"');
    expect(rowCount).toBe(1);
  });
});

describe('a first run that a crash broke off', () => {
  it('begins anew where its person is there, but no organisation', async () => {
    const { email, name, password } = owner;
    await gateway.dependencies.auth.api.createUser({
      body: { email, name, password, role: 'admin' },
    });
    await prepare(join(folder, 'credentials.json'));
    expect(await readdir(folder)).toEqual(['credentials.json']);
    const { rows } = await gateway.database.pool.query('select email from auth."user"');
    expect(rows).toEqual([{ email: 'owner@lectern.local' }]);
  });

  it('is finished where the owner was made, but the credentials were not written', async () => {
    const { apiKeys } = gateway.dependencies;
    const file = join(folder, 'credentials.json');
    const crash = new Error('crash');
    const broken = prepare(file, { ...apiKeys, add: () => Promise.reject(crash) });
    await expect(broken).rejects.toBe(crash);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }

    await prepare(file);
    expect(await readdir(folder)).toEqual(['credentials.json']);
    const { email, password, api_key } = JSON.parse(await readFile(file, 'utf8'));
    expect(await signIn(gateway, password, email)).toContain('session');
    const me = await fetch(`${gateway.url}/api/me`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(await me.json()).toMatchObject({ user: { email }, role: 'owner' });
  });

  it('leaves everybody alone who once was here', async () => {
    const { userId } = await addOwner(gateway);
    const { pool, auditLog } = gateway.dependencies;
    await auditLog.add({ action: 'sign_in', actorId: userId, organisationId: undefined });
    await pool.query('delete from auth.organization');
    expect(await prepare()).toEqual([]);
    const { rows } = await pool.query('select id from auth."user"');
    expect(rows).toEqual([{ id: userId }]);
  });
});

describe('the first run without a credentials file', () => {
  const findToken = async () => {
    const [line] = await prepare();
    return new URL(line?.link ?? '').searchParams.get('token');
  };

  it('logs a link with which the first owner sets up, once', async () => {
    const token = await findToken();
    const shared = randomUUID();
    gateway.rag.answer = (_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: shared }));
    };
    const made = await postSetup({ token, ...owner });
    expect(made.status).toBe(201);
    expect(gateway.rag.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /rag/collections',
      `PUT /rag/collections/${shared}/grants`,
    ]);
    const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie: toCookieHeader(made) } });
    expect(await me.json()).toMatchObject({ user: { email: owner.email }, role: 'owner' });
    expect((await postSetup({ token, ...owner, email: 'eve@example.org' })).status).toBe(403);
  });

  it('keeps the link when what was entered is refused', async () => {
    const token = await findToken();
    expect((await postSetup({ token, ...owner, password: 'short' })).status).toBe(400);
    expect((await postSetup({ token, ...owner })).status).toBe(201);
  });

  it.each(['user', 'account', 'organization', 'member'])(
    'keeps the link when writing down the %s fails, and begins anew',
    async (table) => {
      const token = await findToken();
      const { pool } = gateway.database;
      await pool.query(
        `create function fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$`,
      );
      await pool.query(
        `create trigger fail before insert on auth."${table}" execute function fail()`,
      );
      expect((await postSetup({ token, ...owner })).status).toBe(500);
      await pool.query('drop function fail cascade');
      expect((await postSetup({ token, ...owner })).status).toBe(201);
      expect((await postSetup({ token, ...owner, email: 'eve@example.org' })).status).toBe(403);
    },
  );

  it('sets up where the used link cannot be removed, and the link works no more', async () => {
    const token = await findToken();
    const { pool } = gateway.database;
    await pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$`,
    );
    await pool.query(
      'create trigger fail before delete on auth.one_time_tokens for each row execute function fail()',
    );
    const made = await postSetup({ token, ...owner });
    const again = await postSetup({ token, ...owner, email: 'eve@example.org' });
    await pool.query('drop function fail cascade');
    expect([made.status, again.status]).toEqual([201, 403]);
    expect(toCookieHeader(made)).toContain('session');
  });

  it('lets only the newest link work, for 15 minutes', async () => {
    const older = await findToken();
    const newer = await findToken();
    expect((await postSetup({ token: older, ...owner })).status).toBe(403);
    await gateway.database.pool.query(
      `update auth.one_time_tokens set expires_at = expires_at - interval '15 minutes'`,
    );
    expect((await postSetup({ token: newer, ...owner })).status).toBe(403);
  });

  it('has one link that works, also when many gateways start at once', async () => {
    const all = Array.from({ length: 6 }, () => gateway.dependencies.oneTimeTokens.addSetup());
    await Promise.all(all);
    const { rowCount } = await gateway.database.pool.query(
      `select from auth.one_time_tokens where purpose = 'setup'`,
    );
    expect(rowCount).toBe(1);
  });

  it('is over as soon as there is an owner', async () => {
    const token = await findToken();
    await addOwner(gateway);
    expect((await postSetup({ token, ...owner, email: 'eve@example.org' })).status).toBe(403);
  });
});

describe('a sign-in link', () => {
  const createLink = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [signInLinkCommand], {
      env: { DATABASE_URL: gateway.database.url, LECTERN_PUBLIC_URL: publicUrl },
    });
    return new URL(stdout.trim());
  };
  const follow = (link: URL) =>
    fetch(gateway.url + link.pathname + link.search, { redirect: 'manual' });

  it('signs the owner in, once', async () => {
    await addOwner(gateway);
    const link = await createLink();
    expect(link.origin).toBe(publicUrl);
    const first = await follow(link);
    expect([first.status, first.headers.get('location')]).toEqual([303, '/']);
    const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie: toCookieHeader(first) } });
    expect(await me.json()).toMatchObject({ user: { email: owner.email } });

    const second = await follow(link);
    expect(second.headers.get('location')).toBe('/#link-expired');
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it('works again after the database failed', async () => {
    await addOwner(gateway);
    const link = await createLink();
    const { pool } = gateway.database;
    await pool.query('alter table auth.session rename to session_away');
    expect((await follow(link)).status).toBe(500);
    await pool.query('alter table auth.session_away rename to session');
    expect((await follow(link)).headers.get('location')).toBe('/');
    expect((await follow(link)).headers.get('location')).toBe('/#link-expired');
  });

  it('is not used up by HEAD, as mail filters ask it', async () => {
    await addOwner(gateway);
    const link = await createLink();
    const asked = await fetch(gateway.url + link.pathname + link.search, {
      method: 'HEAD',
      redirect: 'manual',
    });
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET']);
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect((await follow(link)).headers.get('location')).toBe('/');
  });

  it('is kept hashed', async () => {
    await addOwner(gateway);
    const token = (await createLink()).searchParams.get('token') ?? '';
    const { rows } = await gateway.database.pool.query('select * from auth.one_time_tokens');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('cannot be made before there is an owner', async () => {
    await expect(createLink()).rejects.toThrow('There is no owner yet');
  });
});
