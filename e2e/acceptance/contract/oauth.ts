import { eventually } from '@lectern/testing';
import { authorize, callback } from '../../isolation/oauth.ts';
import { signIn } from '../../isolation/sign-in.ts';
import type { Api } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

/** Clients that people let in. */
export const oauth: readonly Clause<ContractWorld>[] = [
  {
    name: 'a client that asks for mcp alone gets a refresh token, which is good for the next one',
    async ask({ api, pool }) {
      const { user } = await api.call('getMe');
      const session = await signIn(pool, api.url, user.id);
      const clientId = await register(api, { scope: 'mcp' });
      const granted = await authorize(api.url, session, { clientId, scope: 'mcp' });
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: granted.refresh_token,
        resource: `${api.url}/mcp`,
      });
      const answered = await fetch(`${api.url}/api/auth/oauth2/token`, { method: 'POST', body });
      const next = (await answered.json()) as { access_token?: string; scope?: string };
      const statuses = [
        await listTools(api, granted.access_token),
        await listTools(api, next.access_token ?? ''),
      ];
      return found(
        'register {scope: "mcp"}, authorize, consent, token, POST /mcp tools/list, refresh, tools/list',
        `refresh token ${granted.refresh_token !== ''}; ${answered.status} scope "${next.scope}"; tools/list ${statuses.map(({ status }) => status)}`,
        granted.refresh_token !== '' && statuses.every(({ status }) => status === 200),
      );
    },
  },
  {
    name: 'the challenge says invalid_token of a bad token, and not of none',
    async ask({ api }) {
      const none = await listTools(api, '');
      const bad = await listTools(api, 'lct_nonsense');
      const forged = await listTools(api, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.');
      const [first, second, third] = [none, bad, forged].map(
        (answer) => answer.headers.get('www-authenticate') ?? '',
      );
      return found(
        'POST /mcp without a token, with lct_nonsense, with an unsigned one',
        `${none.status} ${first}; ${bad.status} ${second}; ${forged.status} ${third}`,
        [none, bad, forged].every(({ status }) => status === 401) &&
          !first?.includes('error=') &&
          Boolean(first?.includes('resource_metadata=')) &&
          [second, third].every((challenge) => challenge?.includes('error="invalid_token"')),
      );
    },
  },
  {
    name: 'a refresh token that its client gives back ends its access tokens too',
    async ask({ api, pool }) {
      const { user } = await api.call('getMe');
      const session = await signIn(pool, api.url, user.id);
      const clientId = await register(api, { scope: 'mcp' });
      const granted = await authorize(api.url, session, { clientId, scope: 'mcp' });
      const before = await listTools(api, granted.access_token);
      const body = new URLSearchParams({ client_id: clientId, token: granted.refresh_token });
      const url = `${api.url}/api/auth/oauth2/revoke`;
      const revoked = await fetch(url, { method: 'POST', body });
      const startedAt = performance.now();
      const ended = await eventually(
        async () => (await listTools(api, granted.access_token)).status === 401,
      ).catch(() => false);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      return found(
        'POST /api/auth/oauth2/revoke {client_id, token}, POST /mcp tools/list before and after',
        `${before.status}, ${revoked.status}, 401 ${ended} after ${seconds} s`,
        before.status === 200 && revoked.status === 200 && ended && Number(seconds) < 5,
      );
    },
  },
  {
    name: 'a tool beyond the scopes of a token is not listed, and names the scope that it needs',
    async ask({ api, pool }) {
      const { user } = await api.call('getMe');
      const session = await signIn(pool, api.url, user.id);
      const clientId = await register(api, { scope: 'mcp' });
      const { access_token: token } = await authorize(api.url, session, { clientId, scope: 'mcp' });
      const tool = 'rag_query_with_chunks';
      const isListed = (await (await listTools(api, token)).text()).includes(`"${tool}"`);
      const params = { name: tool, arguments: { question: 'Anything?' } };
      const answer = await (await callMcp(api, token, { method: 'tools/call', params })).text();
      return found(
        `tools/list, tools/call ${tool} with a token of mcp alone`,
        `listed ${isListed}; ${answer.trim()}`,
        !isListed && answer.includes('needs the scope chat') && answer.includes('"isError":true'),
      );
    },
  },
];

async function register({ url }: Api, metadata: Readonly<Record<string, string>>): Promise<string> {
  const answered = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Clauses',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...metadata,
    }),
  });
  const { client_id } = (await answered.json()) as { client_id?: string };
  if (!client_id) throw new Error(`no client was registered: ${answered.status}`);
  return client_id;
}

const listTools = (api: Api, token: string) =>
  callMcp(api, token, { method: 'tools/list', params: {} });

function callMcp({ url }: Api, token: string, request: object): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
}
