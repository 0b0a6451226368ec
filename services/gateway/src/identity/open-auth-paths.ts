/** Where better-auth is mounted. */
export const authPath = '/api/auth';

/**
 * All of better-auth that answers requests, by method and path. The rest (people, members,
 * invitations, teams, keys) changes by our own routes only, which check more and write the audit log.
 */
const openRoutes = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-out',
  'GET /api/auth/get-session',
  'GET /api/auth/list-sessions',
  'POST /api/auth/revoke-session',
  'POST /api/auth/revoke-sessions',
  'POST /api/auth/revoke-other-sessions',
  'POST /api/auth/change-password',
  'GET /api/auth/callback/oidc',
  'POST /api/auth/callback/oidc',
  'GET /api/auth/error',
  'GET /api/auth/organization/list',
  'POST /api/auth/organization/create',
  'POST /api/auth/organization/set-active',
  'GET /api/auth/jwks',
  'GET /api/auth/oauth2/authorize',
  'POST /api/auth/oauth2/authorize',
  'POST /api/auth/oauth2/consent',
  'POST /api/auth/oauth2/continue',
  'POST /api/auth/oauth2/token',
  'POST /api/auth/oauth2/introspect',
  'POST /api/auth/oauth2/revoke',
  'POST /api/auth/oauth2/register',
  'GET /api/auth/oauth2/end-session',
  'POST /api/auth/oauth2/end-session',
  'POST /api/auth/oauth2/end-session/confirm',
  'GET /api/auth/oauth2/public-client',
  'POST /api/auth/oauth2/create-client',
  'GET /api/auth/oauth2/get-client',
  'GET /api/auth/oauth2/get-clients',
  'POST /api/auth/oauth2/update-client',
  'POST /api/auth/oauth2/delete-client',
  'POST /api/auth/oauth2/client/rotate-secret',
  'GET /api/auth/oauth2/get-consent',
  'GET /api/auth/oauth2/get-consents',
  'POST /api/auth/oauth2/delete-consent',
  'GET /api/auth/.well-known/oauth-authorization-server',
  'GET /api/auth/.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server/api/auth',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
]);

/** `path` is the whole one, as it came. */
export function isOpenAuthRoute(method: string, path: string): boolean {
  return openRoutes.has(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}

/** The same list inside better-auth, by its own reading of the address. */
export function closeOtherRoutes() {
  return {
    id: 'close-other-routes',
    onRequest: async (request: Request) =>
      isOpenAuthRoute(request.method, new URL(request.url).pathname)
        ? undefined
        : { response: new Response('Not Found', { status: 404 }) },
  };
}
