import { type OpenAuthRoute, openAuthRoutes } from '@lectern/contracts';

const names = Object.keys(openAuthRoutes) as OpenAuthRoute[];
const openRoutes = new Set<string>(names);

/** Whole paths of routes whose calls are counted by network address. */
export const limitedAuthPaths = pathsMarked('limited');

/** Whole paths whose tries for one account are slowed down. */
export const slowedAuthPaths = pathsMarked('slowed');

/** Whole paths that tell what the sign-in library can do. */
export const authMetadataPaths = pathsMarked('metadata');

function pathsMarked(mark: 'limited' | 'slowed' | 'metadata'): ReadonlySet<string> {
  const marked = names.filter((name) => mark in openAuthRoutes[name]);
  return new Set(marked.map((name) => name.slice(name.indexOf(' ') + 1)));
}

/** `path` is the whole one, as it came. */
export function isOpenAuthRoute(method: string, path: string): boolean {
  return openRoutes.has(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}

/** Of OAuth and OpenID, whose callers may send parameters that are not known here (RFC 6749, 3.1). */
const protocolPath =
  /^\/(?:\.well-known\/|api\/auth\/(?:(?:oauth2|callback|\.well-known)\/|(?:jwks|error)$))/;
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  '/api/auth/get-session': ['disableCookieCache', 'disableRefresh'],
};

/** A query parameter that an open route does not have, as our own routes refuse it. */
export function findUnknownParameter(path: string, names: readonly string[]): string | undefined {
  if (protocolPath.test(path)) return undefined;
  return names.find((name) => !knownParameters[path]?.includes(name));
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
