import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of it. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
