import { authenticate } from '../api/authenticate.ts';

/** Where to go next; better-auth names it in one of two ways. */
interface NextAddress {
  readonly url?: string;
  readonly redirect_uri?: string;
}

/** The request of the OAuth client, as the address of the page carries it. */
export function readOAuthQuery(): string {
  return location.search.slice(1);
}

/** Signs in, or answers the consent, then goes where the answer says. */
export async function answerOAuth(path: string, body: Readonly<Record<string, unknown>>) {
  const { url, redirect_uri } = await authenticate<NextAddress>(path, {
    ...body,
    oauth_query: readOAuthQuery(),
  });
  location.assign(url ?? redirect_uri ?? '/');
}
