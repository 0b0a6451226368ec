import { allScopes } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { Database } from '../../database/tables.ts';
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
  recordBegun,
  writeCredentials,
} from './write-credentials.ts';

export interface FirstRunOptions {
  readonly auth: Auth;
  readonly database: Database;
  readonly apiKeys: ApiKeys;
  readonly oneTimeTokens: OneTimeTokens;
  readonly publicUrl: string;
  readonly credentialsFile: string | undefined;
  readonly logger: Logger;
}

/**
 * Sets up an installation without people: creates the owner and writes the credentials if a file is
 * named, else logs a setup link. Completes a setup that crashed after the owner was created.
 */
export async function prepareFirstRun(options: FirstRunOptions): Promise<void> {
  const { database, oneTimeTokens, publicUrl, credentialsFile, logger } = options;
  const isNew = !(await hasUsers(database));
  if (credentialsFile !== undefined) {
    await (isNew ? makeOwner : finishOwner)(options, credentialsFile);
  } else if (isNew) {
    const token = await oneTimeTokens.addSetup();
    logger.warn(
      { link: `${publicUrl}/setup?token=${token}` },
      'open this link within 15 minutes to set up the first owner',
    );
  }
}

async function makeOwner(options: FirstRunOptions, file: string): Promise<void> {
  const begun = { email: firstOwnerEmail, password: generatePassword() };
  const owner = await createFirstOwner(options.auth, options.database, {
    ...begun,
    name: 'Owner',
    beforehand: () => recordBegun(file, begun),
  });
  if (owner) await giveCredentials(options, { file, owner, begun });
}

async function finishOwner(options: FirstRunOptions, file: string): Promise<void> {
  const begun = await findBegun(file);
  if (!begun) return;
  const owner = await findFirstOwner(options.database);
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
  logger.info({ file }, 'the first owner was created');
}
