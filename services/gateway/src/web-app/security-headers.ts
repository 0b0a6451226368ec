import type { RequestHandler } from 'express';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Content security policy of our page: nothing from elsewhere, no inline script. Style elements
 * that the page creates carry the nonce of its load.
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

/** Sets the headers of every response; data cannot run anything in a browser. */
export function setSecurityHeaders(publicUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  return (_request, response, next) => {
    response.setHeader('content-security-policy', apiPolicy);
    response.setHeader('x-content-type-options', 'nosniff');
    // With `no-referrer` browsers send `Origin: null` in requests of our own pages.
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('x-frame-options', 'DENY');
    // The page's files and originals set their own.
    response.setHeader('cache-control', 'private, no-store');
    if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000');
    next();
  };
}
