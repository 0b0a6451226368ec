import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

/**
 * Encoded control characters, slashes, and characters that need no encoding (RFC 3986, 6.2.2.2).
 */
const needlesslyEncoded =
  /%(?:[01][0-9a-f]|2[d-f]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef])/i;

/**
 * Matches paths that are certainly normal: no encoding, no empty or dot segments. Nearly all of our
 * paths match.
 */
const surelyPlain = /^(?:\/[\w-]+)+$/;

/**
 * Rejects paths that are not normalised (`..`, `%2e`, `\`, `//`, an encoded slash, a full address).
 * Routers match the path as it came, libraries its normal form: a path could be closed for one and
 * open for the other.
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
    throw new AppError('invalid_request', 'The query string contains invalid characters.', {
      details: { field: 'query' },
    });
  }
  next();
};

/**
 * Removes a slash at the end before anything reads the path, so that routers, lists of paths and
 * libraries agree.
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

/** Returns whether the query contains neither U+0000 nor lone surrogates. */
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
