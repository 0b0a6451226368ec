import { randomBytes } from 'node:crypto';
import { allScopes } from '@lectern/contracts';
import { Api } from '../suite/api.ts';
import type { Compose } from './compose.ts';

/** Uses the setup link that the gateway has logged, as the first person would, and makes a key. */
export async function setUpOwner(compose: Compose, url: string): Promise<Api> {
  const setup = await post(url, '/api/setup', {
    token: await findSetupToken(compose),
    name: 'Owner',
    email: 'owner@example.org',
    password: randomBytes(18).toString('base64url'),
  });
  const cookie = setup.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const key = await post(url, '/api/keys', { name: 'compose', scopes: allScopes }, cookie);
  return new Api(url, ((await key.json()) as { key: string }).key);
}

async function findSetupToken(compose: Compose): Promise<string> {
  const lines = await compose.readLogs('gateway');
  const links = lines
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => (JSON.parse(line) as { link?: string }).link ?? []);
  const token = links.length > 0 && new URL(links.at(-1) ?? '').searchParams.get('token');
  if (!token) throw new Error('the gateway has not logged a setup link');
  return token;
}

async function post(url: string, path: string, body: unknown, cookie?: string): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  return response;
}
