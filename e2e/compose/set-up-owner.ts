import { randomBytes } from 'node:crypto';
import { allScopes, type Scope } from '@lectern/contracts';
import { Api } from '../suite/api.ts';
import type { Compose } from './compose.ts';

/** The first person, and a key that may do everything. */
export interface Owner {
  readonly api: Api;
  readonly email: string;
  readonly password: string;
}

/** Uses the setup link that the gateway has logged, as the first person would, and makes a key. */
export async function setUpOwner(
  compose: Compose,
  url: string,
  scopes: readonly Scope[] = allScopes,
): Promise<Owner> {
  const email = 'owner@example.org';
  const password = randomBytes(18).toString('base64url');
  const token = await findSetupToken(compose);
  const setup = await post(`${url}/api/setup`, { token, name: 'Owner', email, password });
  const key = await post(`${url}/api/keys`, { name: 'compose', scopes }, readCookie(setup));
  return { api: new Api(url, ((await key.json()) as { key: string }).key), email, password };
}

/** Signs somebody in by password. `cookie` is what the next request sends; empty when refused. */
export async function signIn(
  url: string,
  publicUrl: string,
  credentials: Pick<Owner, 'email' | 'password'>,
): Promise<{ readonly status: number; readonly cookie: string }> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(credentials),
  });
  await response.arrayBuffer();
  return { status: response.status, cookie: readCookie(response) };
}

function readCookie({ headers }: Response): string {
  const cookies = headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return cookies.join('; ');
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

async function post(url: string, body: unknown, cookie?: string): Promise<Response> {
  const { origin, pathname: path } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  return response;
}
