import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { auditDetailsHeader, deadlineHeader, requestIdHeader } from '@lectern/contracts';
import { traceHeaders } from '@lectern/service';
import type { Request } from 'express';

/** Headers for one connection only (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const forwardedFromServices = new Set([
  ...hopByHop,
  'authorization',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'traceparent',
  'tracestate',
  deadlineHeader,
  requestIdHeader,
]);

const forwardedFromCallers = new Set([
  ...hopByHop,
  'authorization',
  'date',
  'set-cookie',
  'x-powered-by',
  auditDetailsHeader,
  requestIdHeader,
]);

export interface InsideCall {
  /** The internal token. */
  readonly token: string;
  readonly deadlineMs: number;
}

/** Returns the caller's headers without credentials, and ours: a flat list of names and values. */
export function toInsideHeaders(request: Request, { token, deadlineMs }: InsideCall): string[] {
  const headers: string[] = [];
  const named = namedByConnection(request.headers.connection);
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    if (forwardedFromServices.has(name) || named.includes(name)) continue;
    headers.push(name, raw[index + 1] ?? '');
  }
  headers.push('authorization', `Bearer ${token}`);
  headers.push(requestIdHeader, request.id);
  headers.push(deadlineHeader, String(deadlineMs));
  for (const [name, value] of Object.entries(traceHeaders())) headers.push(name, value);
  return headers;
}

/** Returns a service's headers without those of its connection and without cookies. */
export function toCallerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const name of Object.keys(headers)) {
    if (!forwardedFromCallers.has(name)) kept[name] = headers[name];
  }
  return kept;
}

function namedByConnection(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  return connection.split(',').map((name) => name.trim().toLowerCase());
}
