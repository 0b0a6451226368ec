import { type Exchange, insidePathOf } from '@lectern/contracts';
import { traceHeaders } from '../telemetry/tracing.ts';
import { limitBody } from './limit-body.ts';
import { serviceFetch } from './service-fetch.ts';

/** The part of a route that a call requires. */
export type CalledRoute = Pick<Exchange, 'method' | 'path'> & { readonly insidePath?: string };

export interface ServiceCall {
  /** Internal base address of the service. */
  readonly url: string;
  /** Sent to that service only. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Time limit to the end of the response. */
  readonly timeoutMs: number;
  /** Reading a larger response fails. Default 1 MiB. */
  readonly maxAnswerBytes?: number;
}

/**
 * Calls a route of one of our services once. A redirect is an error: following it would send the
 * token and the request elsewhere.
 *
 * @throws TypeError when the service is unavailable or redirects; `DOMException` on timeout.
 *   Reading the response throws the same.
 */
export async function callService(route: CalledRoute, call: ServiceCall): Promise<Response> {
  const { url, token, headers, body, signal, timeoutMs, maxAnswerBytes = 1_048_576 } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await serviceFetch(url + insidePathOf(route), {
    method: route.method,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...traceHeaders(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return limitBody(response, maxAnswerBytes);
}
