import { fetchOrThrow } from './fetch-or-throw.ts';

const basePath = '/api/auth';

/** Posts to better-auth, whose routes are not in the endpoint table. */
export async function authenticate<Answer = unknown>(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const response = await fetchOrThrow(basePath + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Reads from better-auth. */
export async function readAuthentication<Answer>(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetchOrThrow(`${basePath}${path}?${new URLSearchParams(query)}`);
  return (await response.json()) as Answer;
}
