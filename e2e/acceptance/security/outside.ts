import { listenOnFreePort } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { callback } from '../../isolation/oauth.ts';
import type { Clause } from '../subject.ts';
import { allAnswered, answered, tell } from './findings.ts';
import { Visitor } from './visitor.ts';
import { type DoorsWorld, expectOk } from './world.ts';

const privateAddresses = [
  'https://127.0.0.2/mcp',
  'https://[::1]/mcp',
  'https://[::ffff:7f00:2]/mcp',
  'https://2130706434/mcp',
  'https://0x7f000002/mcp',
  'https://0177.0.0.2/mcp',
  'https://10.0.0.1/mcp',
  'https://192.168.0.1/mcp',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00::1]/mcp',
  'https://[64:ff9b::7f00:1]/mcp',
  'https://localhost/mcp',
  'http://192.0.2.1/mcp',
  'file:///etc/passwd',
  'stdio:sh',
];

let servers = 0;
const register = ({ api }: DoorsWorld, body: object) => {
  servers += 1;
  return api.request('POST', '/api/mcp-servers', { json: { name: `server ${servers}`, ...body } });
};

/** Deliver 10 and what lies beside it: addresses that strangers name. */
export const outside: readonly Clause<DoorsWorld>[] = [
  {
    name: '10 outside MCP servers are where the public is',
    async ask(world) {
      const answers = [];
      for (const url of privateAddresses)
        answers.push([url, await register(world, { url })] as const);
      return allAnswered(answers, 400);
    },
  },
  {
    name: '10 so is the issuer that gets their secret',
    async ask(world) {
      const answers = [];
      for (const issuer of ['http://192.0.2.1/', 'https://10.0.0.1/', 'https://[::1]/']) {
        const oauth = { client_id: 'c', client_secret: 's', issuer };
        const url = 'http://127.0.0.1:9/mcp';
        answers.push([issuer, await register(world, { url, oauth })] as const);
      }
      return allAnswered(answers, 400);
    },
  },
  {
    name: '10 a redirect to another origin is not followed, and takes no credential along',
    async ask(world) {
      const asked: string[] = [];
      await using target = await listenOnFreePort((request, response) => {
        asked.push(JSON.stringify(request.headers));
        response.end('{}');
      });
      await using server = await startOutsideMcp({
        tools: [],
        intercept: (_request, response) => {
          response.writeHead(307, { location: `${target.url}/mcp` }).end();
          return true;
        },
      });
      const made = await register(world, { url: server.url, headers: { 'x-key': 'their-secret' } });
      const { body } = await world.api.request('GET', `/api/mcp-servers/${made.body.id}`);
      await world.api.request('DELETE', `/api/mcp-servers/${made.body.id}`);
      return {
        call: 'POST /api/mcp-servers of one that answers 307 to another port',
        answer: `${made.status}, ${body.health?.state}; the other one was asked ${asked.length} times`,
        holds: made.status === 201 && server.seen.length > 0 && asked.length === 0,
      };
    },
  },
  {
    name: '10 credentials of outside servers are never read back',
    async ask(world) {
      const secret = 'their-secret-of-no-answer';
      const made = await register(world, {
        url: 'http://127.0.0.1:9/mcp',
        headers: { 'x-key': secret },
        oauth: { client_id: 'c', client_secret: secret, issuer: 'http://127.0.0.1:9/' },
      });
      const { body } = await world.api.request('GET', `/api/mcp-servers/${made.body.id}`);
      const { rows } = await world.pool.query('select * from mcp.mcp_servers');
      const { rows: log } = await world.pool.query('select * from auth.audit_log');
      const holding = Object.entries({ answer: made.body, read: body, rows, log })
        .filter(([, value]) => JSON.stringify(value).includes(secret))
        .map(([name]) => name);
      await world.api.request('DELETE', `/api/mcp-servers/${made.body.id}`);
      return {
        call: 'POST /api/mcp-servers with a header and a client secret',
        answer: `${made.status}; the secret is in ${holding.join(', ') || 'nothing'}`,
        holds: made.status === 201 && holding.length === 0,
      };
    },
  },
  {
    name: '10 OAuth clients are known by public addresses alone',
    async ask({ url }) {
      const answers = [];
      for (const client_id of [
        'https://127.0.0.1/client',
        'https://[::1]/client',
        'https://localhost/client',
        'https://169.254.169.254/client',
        'http://192.0.2.1/client',
      ]) {
        const query = new URLSearchParams({
          response_type: 'code',
          client_id,
          redirect_uri: callback,
          scope: 'mcp',
          state: 's',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        });
        const answer = await new Visitor(url).get(`/api/auth/oauth2/authorize?${query}`);
        const next = String(answer.headers.get('location') ?? answer.body?.url ?? '');
        const error = new URL(next, url).searchParams.get('error');
        answers.push({ client_id, status: answer.status, error });
      }
      return {
        call: 'GET /api/auth/oauth2/authorize with a private address as client_id',
        answer: answers
          .map(({ client_id, status, error }) => `${client_id} ${status} ${error ?? ''}`.trim())
          .join(', '),
        holds: answers.every(
          ({ status, error }) => error !== null || (status >= 400 && status < 500),
        ),
      };
    },
  },
  {
    name: '10 no client is called when a session ends',
    async ask({ operator }) {
      return answered(
        'POST /api/auth/oauth2/create-client with backchannel_logout_uri',
        await operator.post('/api/auth/oauth2/create-client', {
          client_name: 'Agent',
          redirect_uris: [callback],
          backchannel_logout_uri: 'http://169.254.169.254/',
        }),
        400,
      );
    },
  },
  {
    name: '10 the consent page is told a name without signs that hide or turn others',
    async ask(world) {
      const made = await expectOk(
        new Visitor(world.url).post('/api/auth/oauth2/register', {
          client_name: 'Good\u202e\u009b\u200b Agent',
          redirect_uris: [callback],
          token_endpoint_auth_method: 'none',
        }),
      );
      const shown = await world.operator.get(
        `/api/auth/oauth2/public-client?client_id=${made.client_id}`,
      );
      return {
        call: 'POST oauth2/register, then GET oauth2/public-client',
        answer: `${tell(shown)} ${JSON.stringify(shown.body.client_name)}`,
        holds: shown.status === 200 && /^Good ?Agent$/.test(shown.body.client_name),
      };
    },
  },
];
