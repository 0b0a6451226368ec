import { allScopes } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { Pool } from 'pg';
import type { ApiKeys } from '../identity/api-keys.ts';
import type { Auth } from '../identity/create-auth.ts';
import type { OneTimeTokens } from '../links/one-time-tokens.ts';
import { createFirstOwner, firstOwnerEmail, generatePassword, hasUsers } from './first-owner.ts';
import { writeCredentials } from './write-credentials.ts';

export interface FirstRunOptions {
  readonly auth: Auth;
  readonly pool: Pool;
  readonly apiKeys: ApiKeys;
  readonly oneTimeTokens: OneTimeTokens;
  readonly publicUrl: string;
  readonly credentialsFile: string | undefined;
  readonly logger: Logger;
}

/**
 * In an installation without people: makes the owner and writes the credentials where a file is
 * named, else logs a link with which the first owner sets the installation up.
 */
export async function prepareFirstRun(options: FirstRunOptions): Promise<void> {
  const { auth, pool, apiKeys, oneTimeTokens, publicUrl, credentialsFile, logger } = options;
  if (await hasUsers(pool)) return;
  if (credentialsFile === undefined) {
    const token = await oneTimeTokens.addSetup();
    logger.warn(
      { link: `${publicUrl}/setup?token=${token}` },
      'set up the first owner within 15 min',
    );
    return;
  }
  const email = firstOwnerEmail;
  const password = generatePassword();
  const owner = await createFirstOwner(auth, pool, { email, password, name: 'Owner' });
  if (!owner) return;
  const { key } = await apiKeys.add({
    ...owner,
    name: 'first key',
    scopes: allScopes,
    expiresInDays: undefined,
  });
  await writeCredentials(credentialsFile, { url: publicUrl, email, password, api_key: key });
  logger.info({ file: credentialsFile }, 'the first owner was made');
}
