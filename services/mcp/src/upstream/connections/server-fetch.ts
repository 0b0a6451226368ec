import type { GuardedFetch } from '@lectern/service';
import type { FetchLike } from '@modelcontextprotocol/client';
import { OutsideServerError } from './outside-servers.ts';

export interface ServerFetchOptions {
  readonly fetch: GuardedFetch;
  /** Address of the MCP server. */
  readonly url: string;
  /** Headers of the owner for the server. They are sent to its origin alone, never to an issuer. */
  readonly headers: Readonly<Record<string, string>>;
}

const maxRetryAfter = 3_600;

/**
 * Creates the fetch for a server and its issuer.
 * @throws OutsideServerError `rate_limited`, and `unauthorized` if an issuer refuses a token.
 */
export function createServerFetch({ fetch, url, headers }: ServerFetchOptions): FetchLike {
  const { origin } = new URL(url);
  return async (address, init) => {
    const sent = new Headers(init?.headers);
    sent.set('user-agent', 'lectern');
    if (new URL(address).origin === origin) {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() === 'user-agent' || !sent.has(name)) sent.set(name, value);
      }
    }
    const response = await fetch(address, { ...init, headers: sent, signal: init?.signal ?? null });
    if (response.status === 429) {
      await response.body?.cancel();
      throw new OutsideServerError('rate_limited', {
        retryAfter: readRetryAfter(response.headers),
      });
    }
    // The library would log the refusal, which is untrusted text.
    if (isTokenRequest(sent) && [400, 401, 403].includes(response.status)) {
      await response.body?.cancel();
      throw new OutsideServerError('unauthorized');
    }
    return response;
  };
}

function isTokenRequest(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
}

/** Returns whole seconds, at most an hour; undefined for a missing value and for a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(Math.ceil(seconds), maxRetryAfter) : undefined;
}
