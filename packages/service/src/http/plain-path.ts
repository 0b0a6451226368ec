import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

/** Encoded control characters, slashes, and characters that need no encoding (RFC 3986, 6.2.2.2). */
const needlesslyEncoded =
  /%(?:[01][0-9a-f]|2[d-f]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef])/i;

/** Has no other form: nothing is encoded, empty or dots. Nearly every path of ours is such a one. */
const surelyPlain = /^(?:\/[\w-]+)+$/;

/**
 * Lets pass what everybody reads alike: routers match the address as it came, libraries behind them
 * what a URL parser makes of it. A path with another normal form (`..`, `%2e`, `\`, `//`, an encoded
 * slash, an address in full) could be closed for the one and open for the other.
 */
export const assertPlainPath: RequestHandler = (request, _response, next) => {
  if (surelyPlain.test(request.originalUrl)) return next();
  const [path = '', ...query] = request.originalUrl.split('?');
  if (!isPlainPath(path)) {
    throw new AppError('invalid_request', 'The path is not in its normal form.', {
      details: { field: 'path' },
    });
  }
  if (!isPlainQuery(query.join('?'))) {
    throw new AppError('invalid_request', 'The query holds what is no text.', {
      details: { field: 'query' },
    });
  }
  next();
};

/**
 * A slash at the end makes no other path: it is taken away before anybody reads the path, so that
 * every router, list of paths and library answers it alike.
 */
export const dropLastSlash: RequestHandler = (request, _response, next) => {
  const [, path, query = ''] = /^([^?]+)\/(\?.*)?$/s.exec(request.url) ?? [];
  if (path) request.url = path + query;
  next();
};

export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || needlesslyEncoded.test(path)) return false;
  return isDecodable(path) && new URL(path, 'http://localhost').pathname === path;
}

/** Neither U+0000 nor half of a character. */
function isPlainQuery(query: string): boolean {
  return !/%00/.test(query) && isDecodable(query);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
