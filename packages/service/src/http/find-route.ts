import type { Request } from 'express';

/**
 * The pattern of the route that answered, `/rag/documents/:id`, for logs and metrics; `unmatched`
 * where there was none. Read from the address, since an error leaves its router, and with it the
 * router's own path, behind.
 */
export function findRoute({ route, originalUrl }: Pick<Request, 'route' | 'originalUrl'>): string {
  if (!route) return 'unmatched';
  const path = toParts(originalUrl.split('?', 1)[0] ?? '');
  const own = toParts(String(route.path));
  const mountedAt = path.slice(0, Math.max(0, path.length - own.length));
  return `/${[...mountedAt, ...own].join('/')}`;
}

function toParts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
