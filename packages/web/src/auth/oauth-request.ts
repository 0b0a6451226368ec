import type { OpenAuthPath } from '@lectern/contracts';
import { authenticate } from '../api/authenticate.ts';

/** Where to go next; better-auth names it in one of two ways. */
interface NextAddress {
  readonly url?: string;
  readonly redirect_uri?: string;
  readonly twoFactorRedirect?: boolean;
}

/** The request of the OAuth client, as the address of the page carries it. */
export function readOAuthQuery(): string {
  return location.search.slice(1);
}

/**
 * Signs in, or answers the consent, then goes where the answer says, unless a second factor is due:
 * `true`.
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
