import type { RequestHandler } from 'express';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For our own pages: nothing from elsewhere, nothing inline. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Every answer starts with these; what is served as data can run nothing in a browser. */
export function setSecurityHeaders(publicUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  return (_request, response, next) => {
    response.setHeader('content-security-policy', apiPolicy);
    response.setHeader('x-content-type-options', 'nosniff');
    // Under `no-referrer` browsers send `Origin: null` with our own pages' requests.
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('x-frame-options', 'DENY');
    if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000');
    next();
  };
}
