import type { Endpoint } from '../endpoints/endpoint.ts';
import { AppError } from '../errors.ts';
import { toQuery } from './call-address.ts';
import { readRefusal, toAppError } from './failure.ts';

/** A call with all that it takes on the wire. */
export interface PreparedCall {
  readonly url: string;
  /** Left out where undefined. */
  readonly query?: unknown;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** What is left for the call. `signal` ends with it. */
  readonly timeoutMs?: number;
  /** The call is over: its deadline is let go. */
  readonly end?: () => void;
}

/**
 * Calls an endpoint by `fetch`, once. A redirect is not followed, since it would take the token along.
 *
 * @throws AppError what the service refused, `service_unavailable` when nothing answered,
 *   `client_closed_request` when the caller's signal was aborted, `deadline_exceeded` when it timed out.
 */
export async function fetchEndpoint(
  { method }: Endpoint,
  { url, query, body, form, headers, signal }: PreparedCall,
): Promise<Response> {
  const response = await fetch(url + toQuery(query), {
    method,
    redirect: 'error',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw toAppError(cause, signal);
  });
  if (response.ok) return response;
  throw readRefusal({
    status: response.status,
    body: await response.json().catch(() => undefined),
    retryAfter: response.headers.get('retry-after'),
  });
}

/**
 * The JSON of an answer, undefined for an empty one.
 *
 * @throws AppError `upstream_failed` when it is no JSON.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('upstream_failed', 'The answer is not JSON.', { cause });
  }
}
