import { type Exchange, insidePathOf } from '@lectern/contracts';
import { traceHeaders } from '../telemetry/tracing.ts';
import { limitBody } from './limit-body.ts';

/** A route as far as it is called. */
export type CalledRoute = Pick<Exchange, 'method' | 'path'> & { readonly insidePath?: string };

export interface ServiceCall {
  /** Base address of the service, inside. */
  readonly url: string;
  /** Shown to that service alone. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The caller's. */
  readonly signal?: AbortSignal;
  /** From the start to the end of the answer. */
  readonly timeoutMs: number;
  /** Reading a larger answer fails (1 MiB). */
  readonly maxAnswerBytes?: number;
}

/**
 * Calls a route of a service of our own, once. A redirect is an error: followed, it would take the
 * token and what was asked along.
 *
 * @throws TypeError where nothing answers, or the answer leads elsewhere; `DOMException` when the
 *   time is up. Reading the answer throws the same.
 */
export async function callService(route: CalledRoute, call: ServiceCall): Promise<Response> {
  const { url, token, headers, body, signal, timeoutMs, maxAnswerBytes = 1_048_576 } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url + insidePathOf(route), {
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
