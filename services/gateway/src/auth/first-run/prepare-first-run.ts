import { allScopes } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { Pool } from 'pg';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import type { Auth } from '../better-auth/create-auth.ts';
import type { OneTimeTokens } from '../one-time-links/one-time-tokens.ts';
import {
  createFirstOwner,
  findFirstOwner,
  firstOwnerEmail,
  generatePassword,
  hasUsers,
  type Owner,
} from './first-owner.ts';
import {
  type BegunCredentials,
  findBegun,
  noteBegun,
  writeCredentials,
} from './write-credentials.ts';

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
 * named, else logs a link with which the first owner sets the installation up. What a crash broke
 * off after the owner was made is finished.
 */
export async function prepareFirstRun(options: FirstRunOptions): Promise<void> {
  const { pool, oneTimeTokens, publicUrl, credentialsFile, logger } = options;
  const isNew = !(await hasUsers(pool));
  if (credentialsFile !== undefined) {
    await (isNew ? makeOwner : finishOwner)(options, credentialsFile);
  } else if (isNew) {
    const token = await oneTimeTokens.addSetup();
    logger.warn(
      { link: `${publicUrl}/setup?token=${token}` },
      'set up the first owner within 15 min',
    );
  }
}

async function makeOwner(options: FirstRunOptions, file: string): Promise<void> {
  const begun = { email: firstOwnerEmail, password: generatePassword() };
  const owner = await createFirstOwner(options.auth, options.pool, {
    ...begun,
    name: 'Owner',
    beforehand: () => noteBegun(file, begun),
  });
  if (owner) await giveCredentials(options, { file, owner, begun });
}

async function finishOwner(options: FirstRunOptions, file: string): Promise<void> {
  const begun = await findBegun(file);
  if (!begun) return;
  const owner = await findFirstOwner(options.pool);
  if (owner?.email === begun.email) await giveCredentials(options, { file, owner, begun });
}

interface MadeOwner {
  readonly file: string;
  readonly owner: Owner;
  readonly begun: BegunCredentials;
}

async function giveCredentials(
  { apiKeys, publicUrl, logger }: FirstRunOptions,
  { file, owner: { userId, organisationId }, begun }: MadeOwner,
): Promise<void> {
  const { key } = await apiKeys.add({
    userId,
    organisationId,
    name: 'first key',
    scopes: allScopes,
    expiresInDays: undefined,
  });
  await writeCredentials(file, { url: publicUrl, ...begun, api_key: key });
  logger.info({ file }, 'the first owner was made');
}
