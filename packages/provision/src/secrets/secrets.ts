import { randomBytes } from 'node:crypto';
import { createSealingKey, createSigningKey } from '@lectern/service';
import type { JWK } from 'jose';

/** Services that sign internal tokens. */
export const issuers = ['gateway', 'rag', 'llm', 'mcp'] as const;
export type Issuer = (typeof issuers)[number];

const passwordNames = [
  'databaseOwner',
  'databaseGateway',
  'databaseRag',
  'databaseLlm',
  'databaseMcp',
  'redis',
  'weaviateAdmin',
  'weaviateRag',
  's3',
  'betterAuth',
  'grafana',
] as const;

/** All secrets of an installation. Created once. */
export interface Secrets {
  readonly passwords: Readonly<Record<(typeof passwordNames)[number], string>>;
  /** Newest first: the first one signs, all are trusted. */
  readonly signingKeys: Readonly<Record<Issuer, readonly JWK[]>>;
  /** Keys that seal the credentials of outside servers, newest first. */
  readonly credentialKeys: readonly string[];
}

/** Secrets of an older version, or none. */
export interface PartialSecrets {
  readonly passwords?: Partial<Secrets['passwords']>;
  readonly signingKeys?: Partial<Secrets['signingKeys']>;
  readonly credentialKeys?: Secrets['credentialKeys'];
}

/** Keeps existing secrets and creates missing ones. */
export async function completeSecrets(existing: PartialSecrets): Promise<Secrets> {
  const passwords = passwordNames.map((name) => [
    name,
    existing.passwords?.[name] ?? randomBytes(32).toString('base64url'),
  ]);
  const signingKeys = issuers.map(async (issuer) => [
    issuer,
    existing.signingKeys?.[issuer] ?? [await createSigningKey(issuer)],
  ]);
  return {
    passwords: Object.fromEntries(passwords),
    signingKeys: Object.fromEntries(await Promise.all(signingKeys)),
    credentialKeys: existing.credentialKeys ?? [createSealingKey()],
  };
}

/** Secrets that the rows of an imported site depend on. */
export interface AdoptedSecrets extends Pick<Secrets, 'credentialKeys'> {
  readonly betterAuth: string;
}

export function adoptSecrets(
  secrets: Secrets,
  { betterAuth, credentialKeys }: AdoptedSecrets,
): Secrets {
  return { ...secrets, passwords: { ...secrets.passwords, betterAuth }, credentialKeys };
}

/** Maximum rotations between two starts of the service that seals anew. */
const maxCredentialKeys = 8;

/**
 * Creates a new signing key for each issuer and a new key for credentials, which are sealed anew at
 * the next start. Tokens of the previous key remain valid, so that services can be restarted one by
 * one; older keys are dropped.
 */
export async function rotateSigningKeys(secrets: Secrets): Promise<Secrets> {
  const signingKeys = issuers.map(async (issuer) => [
    issuer,
    [await createSigningKey(issuer), ...secrets.signingKeys[issuer].slice(0, 1)],
  ]);
  return {
    ...secrets,
    signingKeys: Object.fromEntries(await Promise.all(signingKeys)),
    credentialKeys: [createSealingKey(), ...secrets.credentialKeys].slice(0, maxCredentialKeys),
  };
}
