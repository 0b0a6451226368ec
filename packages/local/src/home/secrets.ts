import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSealingKey, createSigningKey } from '@lectern/service';
import type { JWK } from 'jose';

/** Services that sign internal tokens. */
export const issuers = ['gateway', 'rag', 'llm', 'mcp'] as const;
export type Issuer = (typeof issuers)[number];

/** Created once for a home; signing keys may be replaced. */
export interface Secrets {
  readonly databasePassword: string;
  readonly betterAuthSecret: string;
  /** Private keys of the services that sign internal tokens. */
  readonly signingKeys: Readonly<Record<Issuer, JWK>>;
  /** Seal the credentials of outside servers, newest first. */
  readonly credentialKeys: readonly string[];
  /** Public keys of tokens that may still be on their way. */
  readonly retiredKeys?: readonly RetiredKey[];
}

export interface RetiredKey {
  readonly key: JWK;
  /** When the last token that it signed has run out; ISO 8601. */
  readonly acceptedUntil: string;
}

/** Secrets of an older version, which may lack some. */
type FoundSecrets = Omit<Secrets, 'signingKeys' | 'credentialKeys'> & {
  readonly signingKeys: Partial<Secrets['signingKeys']>;
  readonly credentialKeys?: Secrets['credentialKeys'];
};

/** Reads the secrets of a home, or makes them on first use (file mode 600). */
export async function loadSecrets(home: string): Promise<Secrets> {
  const found: FoundSecrets = (await findSecrets(home)) ?? {
    databasePassword: randomBytes(24).toString('base64url'),
    betterAuthSecret: randomBytes(32).toString('base64url'),
    signingKeys: {},
  };
  const { signingKeys, credentialKeys } = found;
  if (credentialKeys && hasAllKeys(signingKeys)) return { ...found, signingKeys, credentialKeys };
  const secrets: Secrets = {
    ...found,
    signingKeys: { ...(await createSigningKeys()), ...signingKeys },
    credentialKeys: credentialKeys ?? [createSealingKey()],
  };
  await saveSecrets(home, secrets);
  return secrets;
}

function hasAllKeys(keys: Partial<Secrets['signingKeys']>): keys is Secrets['signingKeys'] {
  return issuers.every((issuer) => keys[issuer]);
}

/** New keys for every service that signs. */
export async function createSigningKeys(): Promise<Secrets['signingKeys']> {
  const keys = issuers.map(async (issuer) => [issuer, await createSigningKey(issuer)] as const);
  return Object.fromEntries(await Promise.all(keys)) as Secrets['signingKeys'];
}

/** Undefined for a folder that is no home yet. */
export async function findSecrets(home: string): Promise<Secrets | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(home), 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function saveSecrets(home: string, secrets: Secrets): Promise<void> {
  const file = fileOf(home);
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await rename(`${file}.new`, file);
}

/** Keys whose tokens are valid now: those that sign, and retired ones until their time is over. */
export function listAcceptedKeys({ signingKeys, retiredKeys = [] }: Secrets): readonly JWK[] {
  const now = Date.now();
  const stillAccepted = retiredKeys.filter(({ acceptedUntil }) => Date.parse(acceptedUntil) > now);
  return [...Object.values(signingKeys), ...stillAccepted.map(({ key }) => key)];
}

function fileOf(home: string): string {
  return join(home, 'secrets.json');
}
