import { createHash, randomBytes } from 'node:crypto';

/** Creates the secret of a link. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a token. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
