import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCode } from '@lectern/testing';
import type { Clause } from '../subject.ts';
import { countStatuses, tell } from './findings.ts';
import { Visitor } from './visitor.ts';
import { type DoorsWorld, expectOk, leakedPassword, password } from './world.ts';

const tryToSignIn = (
  visitor: Visitor,
  credentials: { readonly email: string; readonly password: string },
  headers?: Readonly<Record<string, string>>,
) => visitor.post('/api/auth/sign-in/email', credentials, headers);

/** Deliver 10: signing in. */
export const signIns: readonly Clause<DoorsWorld>[] = [
  {
    name: '10 sign-ins are limited by address',
    async ask({ url }) {
      const visitor = new Visitor(url);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          tryToSignIn(visitor, {
            email: `guess-${number}@example.org`,
            password: 'wrong-password',
          }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      return {
        call: '40 × POST /api/auth/sign-in/email from one address, SIGN_INS_PER_MINUTE=10',
        answer: `${countStatuses(answers)}, Retry-After ${refused[0]?.headers.get('retry-after')}`,
        holds: refused.length >= 10 && refused.every(({ headers }) => headers.has('retry-after')),
      };
    },
  },
  {
    name: '10 tries for one account from anywhere are slowed down, and lock nobody out',
    async ask(world) {
      const person = await world.addPerson(await world.createPlace(), 'member');
      const started = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          tryToSignIn(new Visitor(world.url), { email: person.email, password: 'wrong-password' }),
        ),
      );
      const seconds = (performance.now() - started) / 1_000;
      const right = await tryToSignIn(new Visitor(world.url), { email: person.email, password });
      return {
        call: '12 × POST sign-in/email for one account from 12 addresses, then the right password',
        answer: `${countStatuses(answers)} in ${seconds.toFixed(1)} s; then ${right.status}`,
        holds: answers.every(({ status }) => status === 401) && seconds > 5 && right.status === 200,
      };
    },
  },
  {
    name: "10 another site's page uses up none of a visitor's tries",
    async ask(world) {
      const person = await world.addPerson(await world.createPlace(), 'member');
      const visitor = new Visitor(world.url);
      const foreign = { origin: 'https://evil.example' };
      const answers = await Promise.all(
        Array.from({ length: 30 }, () =>
          tryToSignIn(visitor, { email: 'x@example.org', password: 'wrong' }, foreign),
        ),
      );
      const own = await tryToSignIn(visitor, { email: person.email, password });
      return {
        call: '30 × POST sign-in/email from another origin, then from our own',
        answer: `${countStatuses(answers)}; then ${own.status}`,
        holds: answers.every(({ status }) => status === 403) && own.status === 200,
      };
    },
  },
  {
    name: '10 guessing of change-password is limited and audited',
    async ask(world) {
      const place = await world.createPlace();
      const answers = [];
      for (let count = 0; count < 14; count += 1) {
        const visitor = place.owner.visitor;
        const answer = await visitor.post(
          '/api/auth/change-password',
          { currentPassword: `guess-number-${count}`, newPassword: 'taken-over-now' },
          // From a new address each time.
          { 'x-forwarded-for': `198.51.100.${count}` },
        );
        answers.push(answer);
        if (answer.status === 429) break;
      }
      const actions = await world.listActions(place);
      const noted = actions.filter((action) => action === 'password.change_failed').length;
      return {
        call: 'POST /api/auth/change-password with wrong passwords, each from a new address',
        answer: `${countStatuses(answers)}, ${noted} × password.change_failed`,
        holds: answers.at(-1)?.status === 429 && noted >= answers.length - 1,
      };
    },
  },
  {
    name: '10 a second factor by TOTP is due after the password',
    async ask(world) {
      const { email, visitor } = await world.addPerson(await world.createPlace(), 'member');
      const enabled = await expectOk(visitor.post('/api/auth/two-factor/enable', { password }));
      const secret = new URL(enabled.totpURI).searchParams.get('secret') ?? '';
      await expectOk(visitor.post('/api/auth/two-factor/verify-totp', { code: makeCode(secret) }));
      const next = new Visitor(world.url);
      const entered = await tryToSignIn(next, { email, password });
      const before = await next.get('/api/me');
      const wrong = await next.post('/api/auth/two-factor/verify-totp', { code: '000000' });
      const [code] = enabled.backupCodes;
      const right = await next.post('/api/auth/two-factor/verify-backup-code', { code });
      const after = await next.get('/api/me');
      const other = new Visitor(world.url);
      await tryToSignIn(other, { email, password });
      const again = await other.post('/api/auth/two-factor/verify-backup-code', { code });
      return {
        call: 'sign-in/email, /api/me, a wrong code, a recovery code, /api/me, the same code elsewhere',
        answer: [entered, before, wrong, right, after, again].map(tell).join(', '),
        holds:
          before.status === 401 &&
          wrong.status === 401 &&
          right.status === 200 &&
          after.status === 200 &&
          again.status === 401,
      };
    },
  },
  {
    name: '10 a passkey is added with the password alone',
    async ask(world) {
      const { visitor } = await world.addPerson(await world.createPlace(), 'member');
      const path = '/api/auth/passkey/begin-registration';
      const wrong = await visitor.post(path, { password: 'not-the-password' });
      const right = await visitor.post(path, { password });
      return {
        call: `POST ${path} with a wrong password and the right one`,
        answer: `${tell(wrong)}, ${tell(right)} for ${right.body?.rp?.id}`,
        holds: wrong.status >= 400 && wrong.status < 500 && right.status === 200,
      };
    },
  },
  {
    name: '10 a passkey that nobody made signs nobody in',
    async ask({ url }) {
      const visitor = new Visitor(url);
      const options = await visitor.get('/api/auth/passkey/generate-authenticate-options');
      const answer = await visitor.post('/api/auth/passkey/verify-authentication', {
        response: {
          id: 'made-up',
          rawId: 'made-up',
          type: 'public-key',
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
          clientExtensionResults: {},
        },
      });
      const me = await visitor.get('/api/me');
      return {
        call: 'POST /api/auth/passkey/verify-authentication with a made-up answer',
        answer: `${options.status}, ${tell(answer)}, /api/me ${me.status}`,
        holds:
          options.status === 200 &&
          answer.status >= 400 &&
          answer.status < 500 &&
          me.status === 401,
      };
    },
  },
  {
    name: '10 a leaked password is refused, by setting',
    async ask(world) {
      const place = await world.createPlace();
      const made = await expectOk(
        place.owner.visitor.post('/api/invitations', { email: 'leaked@example.org' }),
      );
      const token = new URL(made.link).searchParams.get('token');
      const accept = (secret: string) =>
        new Visitor(world.url).post('/api/invitations/accept', {
          token,
          name: 'L',
          password: secret,
        });
      const refused = await accept(leakedPassword);
      const taken = await accept('a-password-of-no-list');
      return {
        call: 'POST /api/invitations/accept with a leaked password, then another one',
        answer: `${tell(refused)}, ${taken.status}; asked with ${world.askedHashes.at(-1)}`,
        holds:
          refused.status === 400 &&
          taken.status === 201 &&
          world.askedHashes.every((hash) => hash.length === 5),
      };
    },
  },
  {
    name: '10 postgres.log quotes no data',
    async ask(world) {
      const place = await world.createPlace();
      const marker = 'quillfern-in-no-log';
      const collectionId = await place.api.createCollection(marker);
      const again = await place.api.request('POST', '/api/collections', { json: { name: marker } });
      await place.api.request('POST', `/api/collections/${collectionId}/documents`, {
        json: { documents: [{ external_id: marker, text: marker }] },
      });
      // What the database itself refuses, with the value in it.
      await world.pool
        .query(`select '${marker}'::integer, $1::text`, [marker])
        .catch(() => undefined);
      await world.pool
        .query(`insert into auth.jwks (id) values ('${marker}')`)
        .catch(() => undefined);
      const folder = join(world.suite.home, 'logs');
      const holding = [];
      for (const name of await readdir(folder)) {
        const text = await readFile(join(folder, name), 'utf8');
        if (text.includes(marker)) holding.push(name);
      }
      return {
        call: 'refused rows and statements with a marker, then all logs',
        answer: `${again.status}; the marker is in ${holding.join(', ') || 'none'}`,
        holds: again.status === 409 && holding.length === 0,
      };
    },
  },
  {
    name: '10 TRUST_PROXY=true is refused',
    async ask({ suite }) {
      const { promise, resolve } = Promise.withResolvers<{ code: unknown; text: string }>();
      execFile(
        process.execPath,
        ['services/gateway/src/main.ts'],
        {
          env: { PATH: process.env.PATH, TRUST_PROXY: 'true', DATABASE_URL: suite.databaseUrl },
          timeout: 60_000,
        },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, text: stdout + stderr }),
      );
      const { code, text } = await promise;
      const line = text.split('\n').find((one) => one.includes('TRUST_PROXY')) ?? '';
      return {
        call: 'TRUST_PROXY=true node services/gateway/src/main.ts',
        answer: `exit ${code}: ${line.trim()}`,
        holds: code === 1 && line !== '',
      };
    },
  },
];
