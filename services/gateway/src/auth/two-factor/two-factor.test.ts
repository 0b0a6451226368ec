import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal, makeCode } from '@lectern/testing';
import {
  addOwner,
  publicUrl,
  setPassword,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  made = await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  gateway.database.pool.query<Row>(text, values);

const post = (path: string, headers: Record<string, string>, body: unknown = {}) =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('a second factor', () => {
  const email = 'grace@example.org';
  const password = 'nanoseconds-of-wire';
  let session: string;
  let secret: string;
  let firstCode: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'grace', organisationId });
    await setPassword(gateway, 'grace', password);
  });

  const send = (path: string, body: unknown, jar = session) =>
    post(`/api/auth${path}`, { origin: publicUrl, cookie: jar }, body);
  const enter = async () => {
    const response = await send('/sign-in/email', { email, password }, '');
    return { body: await response.json(), jar: toCookieHeader(response) };
  };
  const isSignedIn = async (jar: string) =>
    (await fetch(`${gateway.url}/api/me`, { headers: { cookie: jar } })).status === 200;
  const codeNow = () => makeCode(secret);
  const listActions = async () => {
    const { rows } = await sql<{ action: string }>(
      `select action from auth.audit_log where coalesce(target, actor_id) = 'grace' order by id`,
    );
    return rows.map(({ action }) => action);
  };

  it('is turned on with the password and a first code, and leaves the session where it is', async () => {
    session = (await enter()).jar;
    const organisationId = 'elsewhere-grace';
    await addPrincipal(gateway.database, { userId: 'grace', organisationId });
    await send('/organization/set-active', { organizationId: organisationId });
    expect((await send('/two-factor/enable', { password: 'wrong-password' })).status).toBe(400);
    const enabled = await send('/two-factor/enable', { password });
    const { totpURI, backupCodes } = (await enabled.json()) as {
      totpURI: string;
      backupCodes: string[];
    };
    recoveryCodes = backupCodes;
    expect(recoveryCodes).toHaveLength(10);
    secret = new URL(totpURI).searchParams.get('secret') ?? '';
    expect((await send('/two-factor/verify-totp', { code: '000000' })).status).toBe(401);
    // Not enabled yet: the password alone signs in.
    expect(await isSignedIn((await enter()).jar)).toBe(true);
    firstCode = codeNow();
    const verified = await send('/two-factor/verify-totp', { code: firstCode });
    expect(verified.status).toBe(200);
    session = toCookieHeader(verified);
    const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie: session } });
    expect(await me.json()).toMatchObject({ organisation: { id: organisationId } });
    const stored = await sql('select * from auth."twoFactor"');
    expect(JSON.stringify(stored.rows)).not.toContain(recoveryCodes[0]);
    expect((await send('/two-factor/verify-totp', { code: firstCode })).status).toBe(400);
  });

  it('is due after the password, which alone opens nothing', async () => {
    const { body, jar } = await enter();
    // The first code enabled it, and no code works twice.
    const taken = await send('/two-factor/verify-totp', { code: firstCode }, jar);
    expect(await taken.json()).toMatchObject({ code: 'CODE_WAS_TAKEN' });
    expect(body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect(await isSignedIn(jar)).toBe(false);
    expect((await sql(`select 1 from auth.session where "userId" = 'grace'`)).rowCount).toBe(2);
    const code = makeCode(secret, 1);
    const answer = await send('/two-factor/verify-totp', { code, trustDevice: true }, jar);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).not.toContain('trust_device');
    expect(await isSignedIn(toCookieHeader(answer))).toBe(true);
    const again = await send('/two-factor/verify-totp', { code }, (await enter()).jar);
    expect(again.status).toBe(401);
  });

  it('is begun anew after a password was set', async () => {
    const { jar } = await enter();
    await setPassword(gateway, 'grace', password);
    const late = await send('/two-factor/verify-backup-code', { code: recoveryCodes[2] }, jar);
    expect(await late.json()).toMatchObject({ code: 'INVALID_TWO_FACTOR_COOKIE' });
    const { jar: fresh } = await enter();
    const code = recoveryCodes[3];
    session = toCookieHeader(await send('/two-factor/verify-backup-code', { code }, fresh));
  });

  it('gives up after five wrong codes, and each is written down', async () => {
    const { jar } = await enter();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await send('/two-factor/verify-totp', { code: '000000' }, jar)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 400]);
    expect((await send('/two-factor/verify-totp', { code: codeNow() }, jar)).status).toBe(401);
    const failed = (await listActions()).filter((one) => one === 'sign_in.second_factor_failed');
    expect(failed).toHaveLength(6);
  });

  it('takes each recovery code once in place of the app', async () => {
    const [code] = recoveryCodes;
    const first = await send('/two-factor/verify-backup-code', { code }, (await enter()).jar);
    expect(await isSignedIn(toCookieHeader(first))).toBe(true);
    const again = await send('/two-factor/verify-backup-code', { code }, (await enter()).jar);
    expect(again.status).toBe(401);
    expect((await send('/two-factor/verify-backup-code', { code: recoveryCodes[1] })).status).toBe(
      400,
    );
  });

  it('takes no code for a quarter of an hour after ten wrong ones in a row', async () => {
    const enterWrongly = async () => {
      const { jar } = await enter();
      const answers: unknown[] = [];
      for (let count = 0; count < 5; count += 1) {
        const refused = await send('/two-factor/verify-totp', { code: '000000' }, jar);
        answers.push(((await refused.json()) as { code: unknown }).code);
      }
      return answers;
    };
    const enterRightly = async () => {
      const { jar } = await enter();
      const code = recoveryCodes[4];
      return send('/two-factor/verify-backup-code', { code }, jar);
    };
    await sql(`update auth."twoFactor" set "failedVerificationCount" = 0 where "userId" = 'grace'`);
    await enterWrongly();
    const answers = await enterWrongly();
    const locked = await enterRightly();
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('60');
    expect(await locked.clone().json()).toMatchObject({ error: { details: { retry_after: 60 } } });
    expect(await isSignedIn(toCookieHeader(locked))).toBe(false);
    expect(answers.at(-1)).toBe('INVALID_CODE');
    const { rows } = await sql<{ seconds: string }>(
      `select extract(epoch from "lockedUntil" - now()) as seconds from auth."twoFactor"
       where "userId" = 'grace'`,
    );
    expect(Math.abs(Number(rows[0]?.seconds) - 900)).toBeLessThan(60);

    await sql(`update auth."twoFactor" set "lockedUntil" = now() where "userId" = 'grace'`);
    const open = await enterRightly();
    expect(await isSignedIn(toCookieHeader(open))).toBe(true);
    session = toCookieHeader(open);
  });

  it('is due also for who joins another organisation by an invitation', async () => {
    const { invitations } = gateway.dependencies;
    const { userId: invitedBy, organisationId } = made;
    await sql(`delete from auth.member where "userId" = 'grace' and "organizationId" = $1`, [
      organisationId,
    ]);
    const { token } = await invitations.add({ organisationId, email, role: 'member', invitedBy });
    const body = { token, name: 'Grace', password };
    const joined = await post('/api/invitations/accept', { origin: publicUrl }, body);
    expect(joined.status).toBe(201);
    expect(joined.headers.getSetCookie()).toEqual([]);
  });

  it('is turned off with the password', async () => {
    expect((await send('/two-factor/disable', { password: 'wrong-password' })).status).toBe(400);
    const answer = await send('/two-factor/disable', { password });
    expect(answer.status).toBe(200);
    expect(await isSignedIn((await enter()).jar)).toBe(true);
    const actions = await listActions();
    expect(actions.filter((action) => action.startsWith('second_factor'))).toEqual([
      'second_factor.change_failed',
      'second_factor.change_failed',
      'second_factor.enabled',
      'second_factor.change_failed',
      'second_factor.disabled',
    ]);
    expect(actions).toContain('sign_in.second_factor_due');
    expect(actions).toContain('sign_in.recovery_code_used');
  });
});
