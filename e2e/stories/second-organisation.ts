import { allScopes, createdApiKeySchema } from '@lectern/contracts';
import type { Suite } from '@lectern/standalone';
import { Api } from '../suite/api.ts';

/** Signs the owner in, makes a second organisation and gives a key that belongs to it. */
export async function createSecondOrganisation({ url, credentials }: Suite): Promise<Api> {
  const { email, password } = credentials;
  const session = new Session(url);
  await session.post('/api/auth/sign-in/email', { email, password });
  await session.post('/api/auth/organization/create', { name: 'Second', slug: 'second' });
  const created = await session.post('/api/keys', { name: 'e2e', scopes: allScopes });
  return new Api(url, createdApiKeySchema.parse(created).key);
}

/** A browser's requests from our own pages: it keeps cookies and names its origin. */
class Session {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        origin: this.#url,
        'content-type': 'application/json',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
