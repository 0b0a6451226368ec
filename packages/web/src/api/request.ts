import { createUnreachable, toApiError } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  /** Left out where undefined. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the gateway with the session's cookie. Throws an `ApiError` for everything but success. */
export async function send(
  method: Method,
  path: string,
  { query, body, signal, headers }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(withQuery(path, query), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw createUnreachable();
  });
  if (response.ok) return response;
  throw toApiError(response.status, await response.json().catch(() => undefined));
}

/** Calls the gateway and gives the JSON that it answers; undefined for an empty answer. */
export async function request<Answer>(
  method: Method,
  path: string,
  options?: RequestOptions,
): Promise<Answer> {
  const response = await send(method, path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}
