import { isIP } from 'node:net';
import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
/** Names that no site of the internet can have (RFC 6761, RFC 6762, ICANN's `.internal`). */
const innerName = /^[^.]+$|\.(?:local|localhost|internal)$/;

/**
 * Rejects requests under another host name, and from pages of other sites: a site can point its own
 * name to this machine, and its pages could then read public endpoints. Allowed are loopback, IP
 * addresses, names that only exist inside a network, and `names`. An `Origin` must be loopback or
 * one of `names`; a request without `Origin` comes from no page.
 *
 * @throws AppError `forbidden`.
 */
export function expectHost(names: readonly string[]): RequestHandler {
  const own = [...loopbackNames, ...names];
  return (request, _response, next) => {
    const host = request.hostname?.toLowerCase();
    const isExpected = host && (own.includes(host) || isAddress(host) || innerName.test(host));
    if (!isExpected) {
      throw new AppError('forbidden', 'This host name is not allowed (see ALLOWED_HOSTS).');
    }
    const origin = request.headers.origin;
    if (origin !== undefined && !own.includes(hostOf(origin))) {
      throw new AppError('forbidden', 'This origin is not allowed (see ALLOWED_HOSTS).');
    }
    next();
  };
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}
