import { AppError, requestIdHeader } from '@lectern/contracts';
import { hasBody, isText, readBody, readJsonBody } from '@lectern/service';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request } from 'express';

/** Header that the gateway sets on requests to better-auth: the caller's address behind proxies. */
export const clientAddressHeader = 'x-lectern-client-address';

/** Maximum bytes of a body; forms and JSON of people are smaller. */
const maxBytes = 64 * 1024;

/**
 * Converts a request for better-auth: the body is read by our rules, the caller's address is added.
 */
export async function toAuthRequest(
  request: Request,
  publicUrl: string,
): Promise<globalThis.Request> {
  const headers = fromNodeHeaders(request.headers);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  // Tokens are bearer tokens: `/mcp` checks no DPoP proofs.
  headers.delete('dpop');
  headers.set(clientAddressHeader, request.ip ?? '');
  headers.set(requestIdHeader, request.id);
  // GET and HEAD have no body here, whatever was sent.
  const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = takesBody && hasBody(request) ? await readText(request) : undefined;
  return new globalThis.Request(publicUrl + request.url, {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  });
}

async function readText(request: Request): Promise<string | undefined> {
  if (!request.is('application/x-www-form-urlencoded')) {
    const value = await readJsonBody(request, { maxBytes });
    assertQueryIsText(value);
    return value === undefined ? undefined : JSON.stringify(value);
  }
  const form = new URLSearchParams((await readBody(request, { maxBytes })).toString());
  for (const [name, value] of form) {
    if (!isText(name) || !isText(value)) {
      throw new AppError('invalid_request', `${name}: contains invalid characters`, {
        details: { field: name },
      });
    }
  }
  return form.toString();
}

/** The OAuth plugin reads this member on every route before validation, and fails on a list. */
function assertQueryIsText(body: unknown): void {
  const field = 'oauth_query';
  if (typeof body !== 'object' || body === null || !(field in body)) return;
  if (body[field] === undefined || typeof body[field] === 'string') return;
  throw new AppError('invalid_request', `${field}: contains invalid characters`, {
    details: { field },
  });
}
