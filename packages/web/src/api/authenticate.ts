import type { OpenAuthPath } from '@lectern/contracts';
import { authPath } from '@lectern/contracts/auth-path';
import { fetchOrThrow } from './fetch-or-throw.ts';

/** Posts to better-auth, whose routes are not in the endpoint table. */
export async function authenticate<Answer = unknown>(
  path: OpenAuthPath,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const response = await fetchOrThrow(authPath + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Some routes of better-auth send an empty body.
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export async function readAuthentication<Answer>(
  path: OpenAuthPath,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetchOrThrow(`${authPath}${path}?${new URLSearchParams(query)}`);
  return (await response.json()) as Answer;
}
