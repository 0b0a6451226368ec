import type { Endpoint } from '../endpoints/endpoint.ts';
import { AppError } from '../errors.ts';
import { toQuery } from './call-address.ts';
import { readRefusal, toAppError } from './failure.ts';

/** A call with everything that is sent. */
export interface PreparedCall {
  readonly url: string;
  /** Members that are undefined are omitted. */
  readonly query?: unknown;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Remaining time of the call, covered by `signal`. */
  readonly timeoutMs?: number;
  /** Releases the deadline when the call is over. */
  readonly end?: () => void;
}

/**
 * Calls an endpoint by `fetch`, once. Redirects are not followed: they would send the token
 * elsewhere.
 *
 * @throws AppError with the service's error, `service_unavailable` without a response,
 *   `client_closed_request` when the caller's signal aborted, `deadline_exceeded` on timeout.
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
 * Returns the JSON of a response, undefined if it is empty.
 *
 * @throws AppError `upstream_failed` for invalid JSON.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('upstream_failed', 'The response is not JSON.', { cause });
  }
}
