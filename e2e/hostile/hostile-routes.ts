import { type Endpoint, type EndpointName, endpoints, openAuthRoutes } from '@lectern/contracts';
import { routes } from '../isolation/policy.ts';
import { createRequest, type TargetIds } from '../isolation/requests.ts';
import type { Headers } from '../isolation/sign-in.ts';

export const hostileCallers = ['anonymous', 'viewer'] as const;
export type HostileCaller = (typeof hostileCallers)[number];

/** A route, its proper address and body, and what each caller sends to say who they are. */
export interface HostileRoute {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<HostileCaller, Headers>>;
}

export interface ViewerCredentials {
  readonly key: Headers;
  /** A session of its own each time, since some routes end it. */
  openSession(): Promise<Headers>;
}

const authBodies: Readonly<Record<string, object>> = {
  '/sign-in/email': { email: 'person-viewer@example.org', password: 'not the password' },
  '/change-password': { currentPassword: 'not the password', newPassword: 'another-password' },
  '/revoke-session': { token: 'nothing' },
  '/two-factor/enable': { password: 'not the password' },
  '/two-factor/disable': { password: 'not the password' },
  '/two-factor/verify-totp': { code: '000000' },
  '/two-factor/verify-backup-code': { code: 'aaaaa-aaaaa' },
  '/two-factor/generate-backup-codes': { password: 'not the password' },
  '/passkey/begin-registration': { password: 'not the password' },
  '/passkey/update-passkey': { id: 'nothing', name: 'Another' },
  '/passkey/delete-passkey': { id: 'nothing' },
  '/organization/create': { name: 'Another', slug: 'another' },
  '/organization/set-active': { organizationId: 'foreign-organisation' },
  '/oauth2/consent': { accept: true, oauth_query: 'client_id=nothing' },
  '/oauth2/token': { grant_type: 'authorization_code', code: 'nothing' },
  '/oauth2/register': { redirect_uris: ['http://127.0.0.1:1/callback'] },
};

/** Every route of the endpoint table, MCP, and the sign-in library's; those that use things up last. */
export async function listHostileRoutes(
  ids: TargetIds,
  { key, openSession }: ViewerCredentials,
): Promise<readonly HostileRoute[]> {
  const list: HostileRoute[] = [];
  for (const [name, { access }] of Object.entries<Endpoint>(endpoints)) {
    const { method, path, body } = createRequest(
      name as EndpointName,
      routes[name as EndpointName].about,
      ids,
    );
    const viewer = access === 'session' ? await openSession() : key;
    list.push({ method, path, body: toPlain(body), headers: { anonymous: {}, viewer } });
  }
  list.push({
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_documents' } },
    headers: {
      anonymous: {},
      viewer: { ...key, accept: 'application/json, text/event-stream' },
    },
  });
  for (const route of Object.keys(openAuthRoutes)) {
    const [method = '', path = ''] = route.split(' ');
    const body = Object.entries(authBodies).find(([end]) => path.endsWith(end))?.[1] ?? {};
    const session = await openSession();
    list.push({ method, path, body, headers: { anonymous: {}, viewer: session } });
  }
  return list.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

/** A form stands for files, which hostile bodies are not made of. */
function toPlain(body: unknown): unknown {
  return body instanceof FormData ? {} : (body ?? {});
}
