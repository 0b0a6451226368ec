import { allScopes, createdApiKeySchema } from '@lectern/contracts';
import type { Suite } from '@lectern/local';
import { Api } from '../suite/api.ts';
import { Session } from '../suite/session.ts';

/** Signs the owner in, makes a second organisation and gives a key that belongs to it. */
export async function createSecondOrganisation({ url, credentials }: Suite): Promise<Api> {
  const { email, password } = credentials;
  const session = new Session(url);
  await session.post('/api/auth/sign-in/email', { email, password });
  await session.post('/api/auth/organization/create', { name: 'Second', slug: 'second' });
  const created = await session.post('/api/keys', { name: 'e2e', scopes: allScopes });
  return new Api(url, createdApiKeySchema.parse(created).key);
}
