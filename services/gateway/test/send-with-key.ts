export interface Sent {
  readonly url: string;
  /** Of the API. */
  readonly key: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly accept?: string;
}

/** A POST with an `Idempotency-Key`; a new collection where nothing else is said. */
export function sendWithKey(
  idempotencyKey: string,
  { url, key, path = '/api/collections', body = { name: 'Papers' }, accept }: Sent,
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(accept && { accept }),
    },
    body: JSON.stringify(body),
  });
}
