import { AppError } from '@lectern/contracts';
import type { Request } from 'express';

export const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the origins of our own pages: the public address, on loopback under each of its names.
 */
export function findOwnOrigins(publicUrl: string): readonly string[] {
  const url = new URL(publicUrl);
  if (!loopbackNames.includes(url.hostname)) return [url.origin];
  return loopbackNames.map((name) => `${url.protocol}//${name}${url.port && `:${url.port}`}`);
}

/**
 * Rejects requests that another site makes a browser send with our cookies. Reads are allowed,
 * since another site cannot see the response, and so are requests without cookies that come from no
 * browser.
 *
 * @throws AppError `forbidden` for an unsafe request that does not come from our pages.
 */
export function assertOwnOrigin(request: Request, ownOrigins: readonly string[]): void {
  if (safeMethods.has(request.method)) return;
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isNoBrowser = origin === undefined && site === undefined && !request.headers.cookie;
  if (isNoBrowser) return;
  const isOwn = origin === undefined ? site === 'same-origin' : ownOrigins.includes(origin);
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new AppError('forbidden', 'Requests with a session must come from this site.');
  }
}
