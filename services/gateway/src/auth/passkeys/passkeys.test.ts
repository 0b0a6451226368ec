import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { createAuthenticator, type PasskeyOptions } from '../../../test/software-authenticator.ts';
import {
  addOwner,
  owner,
  publicUrl,
  setPassword,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';
import { findPasskeySite } from './passkeys.ts';

const { password } = owner;
const device = createAuthenticator(publicUrl);
let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let session: string;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  made = await addOwner(gateway);
  session = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  gateway.database.pool.query<Row>(text, values);
const ask = (path: string, cookie = session) =>
  fetch(`${gateway.url}/api/auth/passkey${path}`, { headers: { cookie } });
const send = (path: string, body: unknown, cookie = session) =>
  fetch(`${gateway.url}/api/auth/passkey${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
    body: JSON.stringify(body),
  });
const isSignedIn = async (cookie: string) =>
  (await fetch(`${gateway.url}/api/me`, { headers: { cookie } })).status === 200;
const listActions = async () => {
  const { rows } = await sql<{ action: string }>(
    `select action from auth.audit_log
     where details->>'by' = 'passkey' and coalesce(target, actor_id) = $1 order by id`,
    [made.userId],
  );
  return rows.map(({ action }) => action);
};

/** Starts a registration; returns the browser's options and the cookies. */
async function begin(cookie = session) {
  const begun = await send('/begin-registration', { password }, cookie);
  const options = (await begun.json()) as PasskeyOptions;
  return { status: begun.status, options, jar: `${cookie}; ${toCookieHeader(begun)}` };
}

async function add(authenticator = device, name = 'Lap\u202e\u200btop') {
  const { options, jar } = await begin();
  const response = authenticator.register(options);
  return send('/verify-registration', { response, name }, jar);
}

/** Signs in without a session. */
async function enter(authenticator = device) {
  const asked = await ask('/generate-authenticate-options', '');
  const options = (await asked.json()) as PasskeyOptions;
  const response = authenticator.prove(options);
  return { options, response, jar: toCookieHeader(asked) };
}

async function goIn(authenticator = device) {
  const { response, jar } = await enter(authenticator);
  return send('/verify-authentication', { response }, jar);
}

const list = async () =>
  (await (await ask('/list-user-passkeys')).json()) as { id: string; name: string }[];

describe('a passkey', () => {
  it('is added for the password, and not for a session alone', async () => {
    expect((await ask('/generate-register-options')).status).toBe(404);
    const refused = await send('/begin-registration', { password: 'not-the-password' });
    expect(refused.status).toBe(400);
    expect((await send('/begin-registration', { password }, '')).status).toBe(401);
    const { options } = await begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Lectern' },
      user: { name: owner.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await add()).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Laptop' }]);
  });

  it('signs in without an address, a password or a code, and leaves no token to scripts', async () => {
    await sql(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [made.userId]);
    const { options } = await enter();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    const answer = await goIn();
    await sql(`update auth."user" set "twoFactorEnabled" = false where id = $1`, [made.userId]);
    expect(await answer.json()).toEqual({ status: true });
    expect(await isSignedIn(toCookieHeader(answer))).toBe(true);
  });

  it.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['for another site', { site: 'evil.example' }],
    ['of a device that checked nobody', { isVerifying: false }],
    ['of a copy that is behind', { counter: 0 }],
  ])('is refused %s, which is written down', async (_, changed) => {
    const before = (await listActions()).length;
    const kept = { ...device };
    Object.assign(device, changed);
    const refused = await goIn();
    Object.assign(device, kept);
    expect([400, 401]).toContain(refused.status);
    expect(refused.headers.getSetCookie().join()).not.toContain('session_token=ey');
    expect(await isSignedIn(toCookieHeader(refused))).toBe(false);
    expect((await listActions()).slice(before)).toEqual(['sign_in.failed']);
    device.counter += 1;
  });

  it('proves itself once for each question', async () => {
    const { response, jar } = await enter();
    expect((await send('/verify-authentication', { response }, jar)).status).toBe(200);
    expect((await send('/verify-authentication', { response }, jar)).status).toBe(400);
  });

  it.each([
    {},
    { response: 'x' },
    { response: { id: { $ne: '' } } },
    { response: { id: '\u0001', response: {} } },
  ])('is no %j', async (body) => {
    for (const path of ['/verify-authentication', '/verify-registration']) {
      expect((await send(path, body)).status).toBe(400);
    }
  });

  it('is not added twice, for another page, or without a check of who uses the device', async () => {
    expect((await add()).status).toBe(400);
    const elsewhere = createAuthenticator('https://evil.example');
    expect(await (await add(elsewhere)).json()).toMatchObject({ code: 'PASSKEY_REFUSED' });
    const careless = Object.assign(createAuthenticator(publicUrl), { isVerifying: false });
    expect(await (await add(careless)).json()).toMatchObject({ code: 'PASSKEY_UNVERIFIED' });
    expect(await list()).toHaveLength(1);
  });

  it('is its person’s alone, who renames it', async () => {
    const [{ id } = { id: '' }] = await list();
    await addPrincipal(gateway.database, { userId: 'eve', organisationId: made.organisationId });
    await setPassword(gateway, 'eve', password);
    const eve = await signIn(gateway, password, 'eve@example.org');
    expect((await send('/update-passkey', { id, name: 'Mine' }, eve)).status).toBe(403);
    expect((await send('/delete-passkey', { id }, eve)).status).toBe(403);
    const { options } = await begin();
    const { jar } = await begin(eve);
    const response = createAuthenticator(publicUrl).register(options);
    expect((await send('/verify-registration', { response }, jar)).status).toBe(400);
    expect((await send('/update-passkey', { id, name: 'Old laptop' })).status).toBe(200);
    expect(await list()).toMatchObject([{ id, name: 'Old laptop' }]);
  });

  it('opens nothing for who is disabled', async () => {
    await sql('update auth."user" set banned = true where id = $1', [made.userId]);
    const refused = await goIn();
    await sql('update auth."user" set banned = false where id = $1', [made.userId]);
    expect(refused.status).toBe(403);
  });

  it('is one of twenty at most, also when several are added at once', async () => {
    await sql(
      `insert into auth.passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
       select n::text, '', $1, n::text, 0, 'singleDevice', false from generate_series(1, 18) as n`,
      [made.userId],
    );
    const [kept] = await list();
    const begun = [await begin(), await begin(), await begin()];
    const answers = await Promise.all(
      begun.map(({ options, jar }) => {
        const response = createAuthenticator(publicUrl).register(options);
        return send('/verify-registration', { response, name: 'At once' }, jar);
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await list()).toHaveLength(20);
    expect((await begin()).status).toBe(409);
    await sql('delete from auth.passkey where id <> $1', [kept?.id]);
  });

  it('ends with all other sessions when it is removed, and is written down with its life', async () => {
    const opened = toCookieHeader(await goIn());
    const [{ id } = { id: '' }] = await list();
    expect((await send('/delete-passkey', { id })).status).toBe(200);
    expect([await isSignedIn(opened), await isSignedIn(session)]).toEqual([false, true]);
    expect((await goIn()).status).toBe(401);
    const changes = (await listActions()).filter((action) => action.startsWith('passkey'));
    expect(changes.slice(0, 2)).toEqual(['passkey.add_failed', 'passkey.added']);
    expect(changes).toContain('passkey.renamed');
    expect(changes.at(-1)).toBe('passkey.removed');
    expect(await listActions()).toContain('sign_in');
  });

  it('ends when a link set a new password', async () => {
    await add(createAuthenticator(publicUrl));
    const { userId, organisationId } = made;
    const maker = { userId, organisationId };
    const { token } = await gateway.dependencies.oneTimeTokens.addPassword(userId, maker);
    const reset = await fetch(`${gateway.url}/api/password-resets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
    expect(reset.status).toBe(204);
    session = await signIn(gateway);
    expect(await list()).toEqual([]);
  });
});

describe('passkeys', () => {
  it.each([
    ['https://docs.example.org', 'docs.example.org'],
    ['http://127.0.0.1:8000', 'localhost'],
    ['http://docs.example.org', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('at %s are bound to %s', (address, name) => {
    expect(findPasskeySite(address)?.name).toBe(name);
  });

  it('are not offered where browsers allow none', async () => {
    await using plain = await startGateway({ LECTERN_PUBLIC_URL: 'http://docs.example.org' });
    const methods = await fetch(`${plain.url}/api/sign-in-methods`);
    expect(await methods.json()).toMatchObject({ passkey: false });
    const asked = await fetch(`${plain.url}/api/auth/passkey/generate-authenticate-options`);
    expect(asked.status).toBe(404);
  });
});
