import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type ReceivedRequest, type RecordedHttp, startRecordedHttp } from '@lectern/testing';
import type { Pool } from 'pg';
import { runAdmin } from '../operations/run-admin.ts';
import type { CallerName } from './callers.ts';
import { addClient, authorize, callback } from './oauth.ts';
import { send } from './send.ts';
import { commonQuestion, modelKey, type World } from './world.ts';

/** Statuses of failing models; 200 fails within the stream. */
const failures = [200, 400, 401, 429, 500];

const plant = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;

/** Runs flows with secrets in every place that takes one, then reads the logs and the refusals. */
export function describeSecrets(tell: () => World): void {
  describe('secrets', () => {
    it('are in no log', async () => {
      const { suite, headersOf, model } = tell();
      const planted = {
        password: plant('password'),
        documentPassword: plant('document-password'),
        wrongKey: `lct_${plant('key')}`,
        signInToken: plant('token'),
        textInBody: plant('body'),
        connectionKey: plant('connection-key'),
      };
      await send(
        suite.url,
        { origin: suite.url },
        {
          method: 'POST',
          path: '/api/auth/sign-in/email',
          body: { email: suite.credentials.email, password: planted.password },
        },
      );
      await send(
        suite.url,
        { origin: suite.url },
        {
          method: 'POST',
          path: '/api/auth/sign-in/email',
          body: { email: suite.credentials.email, password: suite.credentials.password },
        },
      );
      await send(suite.url, {}, { method: 'GET', path: `/sign-in?token=${planted.signInToken}` });
      await send(
        suite.url,
        { authorization: `Bearer ${planted.wrongKey}` },
        {
          method: 'GET',
          path: '/api/me',
        },
      );
      await send(
        suite.url,
        { authorization: `Bearer ${suite.credentials.api_key}` },
        {
          method: 'POST',
          path: '/api/search',
          body: { query: '', secret: planted.textInBody },
        },
      );
      const collectionId = await tell().addCollection('owner', `Secrets ${randomUUID()}`);
      const form = new FormData();
      form.append('password', planted.documentPassword);
      form.append('files', new Blob(['A text.']), 'a.txt');
      const uploaded = await tell().send('owner', {
        method: 'POST',
        path: `/api/collections/${collectionId}/documents`,
        body: form,
      });
      expect(uploaded.status).toBe(202);
      const { body } = await tell().send('owner', {
        method: 'POST',
        path: '/api/admin/tokens',
        body: { email: suite.credentials.email },
      });
      const inside = { authorization: `Bearer ${body.token}` };
      const rag = `http://127.0.0.1:${suite.port + 2}`;
      expect((await send(rag, inside, { method: 'GET', path: '/rag/documents' })).status).toBe(200);
      await send(rag, inside, { method: 'POST', path: '/rag/search', body: { query: '' } });
      await tell().send('owner', {
        method: 'POST',
        path: '/api/chat/mcp',
        body: { message: commonQuestion },
      });
      expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${modelKey}`);

      const connected = await tell().send('owner', {
        method: 'POST',
        path: '/api/models',
        body: {
          name: `Secrets ${randomUUID()}`,
          provider: 'openai_compatible',
          base_url: `${model.url}/v1`,
          model: 'obedient',
          api_key: planted.connectionKey,
        },
      });
      expect(connected.status).toBe(201);
      expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${planted.connectionKey}`);
      const shown = await Promise.all(
        ['/api/models', `/api/models/${connected.body.id}`, '/api/audit?limit=500'].map((path) =>
          tell().send('owner', { method: 'GET', path }),
        ),
      );
      const texts = [connected, ...shown].map(({ text }) => text).join();
      expect(findIn(texts, planted)).toEqual([]);

      const { databasePassword, betterAuthSecret, signingKeys } = JSON.parse(
        await readFile(join(suite.home, 'secrets.json'), 'utf8'),
      );
      const secrets: Readonly<Record<string, string>> = {
        ...planted,
        modelKey,
        internalToken: body.token,
        ownPassword: suite.credentials.password ?? '',
        ownKey: suite.credentials.api_key,
        session: headersOf('owner').cookie ?? '',
        key: headersOf('key for search').authorization?.slice('Bearer '.length) ?? '',
        databasePassword,
        betterAuthSecret,
        gatewayKey: signingKeys.gateway.d,
        ragKey: signingKeys.rag.d,
      };
      await expectUnlogged(suite.home, secrets);
    });

    it('of models that repeat their key in failures stay sealed', async () => {
      const { suite, pool, spanReceiver } = tell();
      await using model = await startTellingModel();
      const planted = Object.fromEntries(
        failures.map((status) => [status, plant(`connection-key-${status}`)]),
      );
      const texts: string[] = [];
      const owner = async (method: string, path: string, body?: unknown) => {
        const received = await tell().send('owner', { method, path, body });
        texts.push(received.text);
        return received;
      };
      await Promise.all(
        failures.map(async (status) => {
          const name = `Telling ${status}`;
          const created = await owner('POST', '/api/models', {
            name,
            provider: 'openai_compatible',
            base_url: `${model.url}/${status}/v1`,
            model: 'telling',
            api_key: planted[status],
          });
          expect(created.body).toMatchObject({ health: { state: 'failing' } });
          const { id } = created.body;
          const asked = { model: id, message: commonQuestion, message_id: randomUUID() };
          await owner('POST', '/api/models/test', { id });
          await owner('POST', '/api/chat', asked);
          await owner('POST', '/api/chat/mcp', { model: id, message: commonQuestion });
          await owner('POST', '/api/ask', { model: id, question: commonQuestion });
          await owner('POST', '/v1/chat/completions', {
            model: `lectern-knowledge@${name}`,
            messages: [{ role: 'user', content: commonQuestion }],
          });
        }),
      );
      const [first] = (await owner('GET', '/api/models')).body.models.filter(
        (one: { name: string }) => one.name.startsWith('Telling'),
      );
      await owner('PATCH', `/api/models/${first.id}`, { is_default: true });
      const called = await tell().sendMcp('owner', 'tools/call', {
        name: 'research',
        arguments: { query: commonQuestion },
      });
      texts.push(called.text);
      for (const path of ['/api/models', '/api/audit?limit=500', '/api/conversations']) {
        await owner('GET', path);
      }
      for (const key of Object.values(planted)) {
        const uses = model.requests.filter(({ headers }) => headers.authorization?.endsWith(key));
        expect(uses.length).toBeGreaterThanOrEqual(5);
      }
      expect(findIn(texts.join(), planted)).toEqual([]);
      expect(await findInRows(pool, planted)).toEqual([]);
      const archive = join(suite.home, 'secrets-test.tar.zst');
      expect(await runAdmin(suite.home, 'export', archive)).toMatchObject({ isDone: true });
      const exported = zstdDecompressSync(await readFile(archive)).toString('latin1');
      expect(exported).toContain('Telling 401');
      expect(findIn(exported, planted)).toEqual([]);
      const traces = Buffer.concat(spanReceiver.bodies).toString('latin1');
      expect(traces).toContain('/chat/completions');
      expect(findIn(traces, { ...planted, modelKey })).toEqual([]);
      await expectUnlogged(suite.home, planted);
    });

    it('of links, keys and OAuth clients are in no log and in no refusal', async () => {
      const { suite } = tell();
      const refusals: string[] = [];
      const post = async (as: CallerName, path: string, body: unknown) => {
        const received = await tell().send(as, { method: 'POST', path, body });
        if (received.status >= 400) refusals.push(received.text);
        return received;
      };
      const invited = plant('invited-password');
      const reset = plant('reset-password');
      const wrong = plant('wrong-password');

      const invitation = await post('owner', '/api/invitations', {
        email: `${randomUUID()}@example.org`,
        role: 'member',
      });
      const joining = { token: readToken(invitation.body.link), name: 'Eve', password: invited };
      for (const status of [201, 403]) {
        const joined = await post('anonymous', '/api/invitations/accept', joining);
        expect(joined.status).toBe(status);
      }
      const member = `/api/members/${tell().userIdOf('colleague')}/password-link`;
      const link = readToken((await post('owner', member, {})).body.link);
      for (const status of [204, 403]) {
        const changed = await post('anonymous', '/api/password-resets', {
          token: link,
          password: reset,
        });
        expect(changed.status).toBe(status);
      }
      const signIn = { email: `${tell().userIdOf('colleague')}@example.org`, password: wrong };
      expect((await post('anonymous', '/api/auth/sign-in/email', signIn)).status).toBe(401);
      expect((await post('anonymous', '/api/password-resets', { password: wrong })).status).toBe(
        400,
      );
      const broken = await fetch(`${suite.url}/api/password-resets`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"password":"${wrong}`,
      });
      refusals.push(await broken.text());
      const { key } = (await post('owner', '/api/keys', { name: 'a', scopes: ['search'] })).body;

      const clientId = await addClient(suite.url, tell().headersOf('owner'));
      const granted = await authorize(suite.url, tell().headersOf('owner'), {
        clientId,
        scope: 'mcp offline_access',
      });
      const used: Record<string, string>[] = [
        { grant_type: 'authorization_code', code: granted.code, code_verifier: granted.verifier },
        { grant_type: 'refresh_token', refresh_token: `${granted.refresh_token}x` },
      ];
      for (const grant of used) {
        const refused = await fetch(`${suite.url}/api/auth/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: clientId, redirect_uri: callback, ...grant }),
        });
        expect(refused.status).toBeGreaterThanOrEqual(400);
        refusals.push(await refused.text());
      }
      const accessToken = { authorization: `Bearer ${granted.access_token}` };
      const onRest = await send(suite.url, accessToken, { method: 'GET', path: '/api/me' });
      expect(onRest.status).toBe(401);
      refusals.push(onRest.text);

      const secrets = { invited, reset, wrong, key, link, joining: joining.token, ...granted };
      expect(Object.keys(secrets)).toContain('refresh_token');
      expect(Object.values(secrets).every((secret) => secret.length > 20)).toBe(true);
      expect(findIn(refusals.join(), secrets)).toEqual([]);
      await expectUnlogged(suite.home, secrets);
    });
  });
}

/** Starts a model API that fails and repeats its caller's key in every failure. */
function startTellingModel(): Promise<RecordedHttp> {
  return startRecordedHttp(
    Object.fromEntries(
      failures.map((status) => [
        `POST /${status}/v1/chat/completions`,
        ({ headers }: ReceivedRequest) => {
          const message = `The key ${headers.authorization} is refused.`;
          const error = { error: { message, type: message, code: message } };
          if (status !== 200) return { status, body: error, headers: { 'x-message': message } };
          return { chunks: [`data: ${JSON.stringify(error)}\n\n`] };
        },
      ]),
    ),
  );
}

/** Searches every row of the database. */
async function findInRows(
  pool: Pool,
  secrets: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(rows.map(({ name }) => name)).toContain('llm.model_connections');
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: texts } = await pool.query(`select one::text as text from ${name} as one`);
      return findIn(texts.map(({ text }) => text).join(), secrets).map((key) => `${name}: ${key}`);
    }),
  );
  return found.flat();
}

function readToken(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

function findIn(text: string, secrets: Readonly<Record<string, string>>): string[] {
  return Object.keys(secrets).filter((name) => text.includes(secrets[name] ?? ''));
}

async function expectUnlogged(
  home: string,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const logs = await readLogs(home);
  expect(Object.keys(logs)).toEqual(
    expect.arrayContaining(['gateway.log', 'llm.log', 'mcp.log', 'rag.log', 'worker.log']),
  );
  for (const [file, text] of Object.entries(logs)) {
    expect([file, findIn(text, secrets)]).toEqual([file, []]);
  }
}

async function readLogs(home: string): Promise<Record<string, string>> {
  const folder = join(home, 'logs');
  const files = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
    ),
  );
}
