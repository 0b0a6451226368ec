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

/** Everything that an installation keeps secret. Made once. */
export interface Secrets {
  readonly passwords: Readonly<Record<(typeof passwordNames)[number], string>>;
  /** Newest first: the first one signs, all of them are trusted. */
  readonly signingKeys: Readonly<Record<Issuer, readonly JWK[]>>;
  /** Seal the credentials of outside servers; newest first. */
  readonly credentialKeys: readonly string[];
}

/** What an older version has made, or nothing yet. */
export interface PartialSecrets {
  readonly passwords?: Partial<Secrets['passwords']>;
  readonly signingKeys?: Partial<Secrets['signingKeys']>;
  readonly credentialKeys?: Secrets['credentialKeys'];
}

/** Keeps what is there and makes what is missing. */
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

/** More than anybody makes between two starts of the MCP service. */
const maxCredentialKeys = 8;

/**
 * Makes a new signing key for every issuer and a new key for credentials, with which the MCP service
 * seals them anew when it starts. Tokens of the key before stay valid, so that services may be
 * restarted one after the other; tokens of older keys end.
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
