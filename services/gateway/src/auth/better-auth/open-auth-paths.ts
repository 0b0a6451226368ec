import { type OpenAuthRoute, openAuthRoutes } from '@lectern/contracts';

const names = Object.keys(openAuthRoutes) as OpenAuthRoute[];
const openRoutes = new Set<string>(names);

/** Full paths of routes that are limited by network address. */
export const limitedAuthPaths = pathsMarked('limited');

/** Full paths of routes whose attempts for one account are slowed down. */
export const slowedAuthPaths = pathsMarked('slowed');

/** Full paths of the metadata of the sign-in library. */
export const authMetadataPaths = pathsMarked('metadata');

function pathsMarked(mark: 'limited' | 'slowed' | 'metadata'): ReadonlySet<string> {
  const marked = names.filter((name) => mark in openAuthRoutes[name]);
  return new Set(marked.map((name) => name.slice(name.indexOf(' ') + 1)));
}

/** `path` is the full path of the request. */
export function isOpenAuthRoute(method: string, path: string): boolean {
  const pattern = path.replace(
    /^(\/api\/auth\/sso\/(?:callback|metadata)\/)[^/]+$/,
    '$1:organisation_id',
  );
  return openRoutes.has(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
}

/** Matches routes of OAuth and OpenID, which must accept unknown parameters (RFC 6749, 3.1). */
const protocolPath =
  /^\/(?:\.well-known\/|api\/auth\/(?:(?:oauth2|callback|sso|\.well-known)\/|(?:jwks|error)$))/;
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  '/api/auth/get-session': ['disableCookieCache', 'disableRefresh'],
};

/** Returns a query parameter that an open route does not know; our own routes reject those too. */
export function findUnknownParameter(path: string, names: readonly string[]): string | undefined {
  if (protocolPath.test(path)) return undefined;
  return names.find((name) => !knownParameters[path]?.includes(name));
}

/** Applies the same list inside better-auth, to the path that it has parsed. */
export function closeOtherRoutes() {
  return {
    id: 'close-other-routes',
    onRequest: async (request: Request) =>
      isOpenAuthRoute(request.method, new URL(request.url).pathname)
        ? undefined
        : { response: new Response('Not Found', { status: 404 }) },
  };
}
