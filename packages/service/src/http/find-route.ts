import type { Request } from 'express';

/**
 * Returns the pattern of the matched route, `/rag/documents/:id`, for logs and metrics; the first
 * of several patterns, and `unmatched` without a route. It contains no part of the address, so its
 * values are bounded.
 */
export function findRoute({ route }: Pick<Request, 'route'>): string {
  const patterns: readonly unknown[] = route ? [route.path].flat() : ['unmatched'];
  return String(patterns[0]);
}
