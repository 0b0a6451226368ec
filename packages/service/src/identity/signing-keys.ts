import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** Creates a private Ed25519 key; its id starts with the name of the service that signs with it. */
export async function createSigningKey(issuer: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `${issuer}:${randomBytes(4).toString('hex')}` };
}

/** Returns the public parts of signing keys in the form of `INTERNAL_JWKS`. */
export function toKeySet(signingKeys: readonly JWK[]): { readonly keys: readonly JWK[] } {
  return { keys: signingKeys.map(({ d: _private, ...publicKey }) => publicKey) };
}
