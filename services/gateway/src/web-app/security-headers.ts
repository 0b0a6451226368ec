import type { RequestHandler } from 'express';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * For our own page: nothing from elsewhere, no inline script. Style elements that the page makes
 * itself carry the nonce of its load.
 */
export function createPagePolicy(styleNonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self'${styleNonce ? ` 'nonce-${styleNonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

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
