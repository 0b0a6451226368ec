import type { OpenAuthPath } from '@lectern/contracts';
import { authenticate } from '../api/authenticate.ts';

/** The next address; better-auth has two names for it. */
interface NextAddress {
  readonly url?: string;
  readonly redirect_uri?: string;
  readonly twoFactorRedirect?: boolean;
}

/** Returns the OAuth request from the address of the page. */
export function readOAuthQuery(): string {
  return location.search.slice(1);
}

/**
 * Sends a sign-in or consent and follows the returned address. Returns true if a second factor is
 * due.
 */
export async function answerOAuth(
  path: OpenAuthPath,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { url, redirect_uri, twoFactorRedirect } = await authenticate<NextAddress>(path, {
    ...body,
    oauth_query: readOAuthQuery(),
  });
  if (twoFactorRedirect) return true;
  location.assign(url ?? redirect_uri ?? '/');
  return false;
}
