import type { Request } from 'express';

/**
 * The pattern of the route that answered, `/rag/documents/:id`, for logs and metrics; of one that
 * answers several patterns the first, and `unmatched` where there was none. It has no part of the
 * address, of which there may be any number.
 */
export function findRoute({ route }: Pick<Request, 'route'>): string {
  const patterns: readonly unknown[] = route ? [route.path].flat() : ['unmatched'];
  return String(patterns[0]);
}
