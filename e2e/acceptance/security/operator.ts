import type { AcceptanceCase } from '../define-cases.ts';
import { allAnswered, tell } from './findings.ts';
import { expectOk, type SecurityWorld } from './world.ts';

/** Asks a service by its own port, past the gateway. */
async function askInside(
  { port, token }: { readonly port: number; readonly token: string },
  method: string,
  path: string,
) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: method === 'GET' ? null : '{}',
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

/** Creates a token as `lectern admin token` does. */
const makeToken = async ({ operator, suite }: SecurityWorld, scopes?: readonly string[]) =>
  String(
    (
      await expectOk(
        operator.post('/api/admin/tokens', {
          email: suite.credentials.email,
          ...(scopes && { scopes }),
        }),
      )
    ).token,
  );

/** Deliver 7: what concerns the whole installation. */
export const operator: readonly AcceptanceCase<SecurityWorld>[] = [
  {
    name: "7 an owner of an organisation reaches none of the administrator's routes",
    async ask(world) {
      const { api, owner } = await world.createPlace();
      return allAnswered(
        [
          ['POST rebuild-index', await api.request('POST', '/api/admin/rebuild-index')],
          ['GET rebuild-index', await api.request('GET', '/api/admin/rebuild-index')],
          ['GET health', await api.request('GET', '/api/admin/health')],
          [
            'POST sign-in-resets',
            await api.request('POST', '/api/admin/sign-in-resets', {
              json: { email: owner.email, what: 'oidc' },
            }),
          ],
        ],
        403,
      );
    },
  },
  {
    name: '7 an owner of an organisation makes no organisation and no OAuth client',
    async ask(world) {
      const { owner } = await world.createPlace();
      const made = await owner.visitor.post('/api/auth/organization/create', {
        name: 'Mine',
        slug: 'mine',
      });
      const client = await owner.visitor.post('/api/auth/oauth2/create-client', {
        client_name: 'Mine',
        redirect_uris: ['https://mine.example.org/callback'],
      });
      return {
        call: 'POST organization/create and oauth2/create-client by an owner',
        answer: `${tell(made)}, ${tell(client)}`,
        holds: [401, 403].includes(made.status) && [401, 403].includes(client.status),
      };
    },
  },
  {
    name: "7 rag's administrator routes are closed to tokens that were not made for them",
    async ask(world) {
      const token = await makeToken(world);
      const port = world.suite.port + 2;
      return allAnswered(
        [
          ['POST inside', await askInside({ port, token }, 'POST', '/rag/admin/rebuild-index')],
          ['GET inside', await askInside({ port, token }, 'GET', '/rag/admin/rebuild-index')],
        ],
        403,
      );
    },
  },
  {
    name: '7 lectern admin token makes narrow ones',
    async ask(world) {
      const token = await makeToken(world, ['search']);
      const port = world.suite.port + 2;
      const wide = await askInside({ port, token }, 'POST', '/rag/collections');
      const claims = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      ) as Record<string, unknown>;
      return {
        call: 'POST /api/admin/tokens {"scopes":["search"]}, then POST /rag/collections inside',
        answer: `${tell(wide)}; scopes ${JSON.stringify(claims.scopes ?? claims.scope)}`,
        holds: wide.status === 403,
      };
    },
  },
  {
    name: '7 what services tell one another is not reached from outside',
    async ask({ api }) {
      const answers = [];
      for (const path of ['audit-events', 'run-tokens', 'completions', 'readable-documents']) {
        answers.push([path, await api.request('POST', `/internal/${path}`, { json: {} })] as const);
      }
      return {
        call: 'POST /internal/… with the key of the administrator',
        answer: answers.map(([path, answer]) => `${path} ${tell(answer)}`).join(', '),
        holds: answers.every(
          ([, { status }]) => status === 401 || status === 403 || status === 404,
        ),
      };
    },
  },
  {
    name: '7 a token of lectern admin token writes nothing into the audit log of others',
    async ask(world) {
      const token = await makeToken(world);
      const response = await fetch(`${world.url}/internal/audit-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [] }),
      });
      return {
        call: 'POST /internal/audit-events with a token of POST /api/admin/tokens',
        answer: String(response.status),
        holds: response.status === 403 || response.status === 401,
      };
    },
  },
  {
    name: '7 the audit log cannot be changed, by the database itself',
    async ask({ pool }) {
      const tried = await Promise.allSettled([
        pool.query(`update auth.audit_log set action = 'sign_in'`),
        pool.query('delete from auth.audit_log'),
        pool.query('truncate auth.audit_log'),
      ]);
      const said = tried.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'));
      return {
        call: 'update, delete and truncate of auth.audit_log',
        answer: said.join('; '),
        holds: tried.every(({ status }) => status === 'rejected'),
      };
    },
  },
  {
    name: '7 services inside take nobody without a token',
    async ask({ suite }) {
      const answers = [];
      for (const [name, offset, path] of [
        ['rag', 2, '/rag/collections'],
        ['llm', 1, '/conversations'],
      ] as const) {
        const inside = { port: suite.port + offset, token: 'x.y.z' };
        answers.push([name, await askInside(inside, 'GET', path)] as const);
      }
      return allAnswered(answers, 401);
    },
  },
];
