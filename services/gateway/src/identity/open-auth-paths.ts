import { openAuthRoutes } from '@lectern/contracts';

/** Where better-auth is mounted. */
export const authPath = '/api/auth';

const openRoutes = new Set<string>(openAuthRoutes);

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
