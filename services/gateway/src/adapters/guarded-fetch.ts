import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicRoutableHost } from '@better-auth/core/utils/host';
import type { OnClose } from '@lectern/service';
import { Agent, fetch } from 'undici';

/** All addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export interface GuardedFetchOptions {
  /** Hosts that may have addresses that are not public. */
  readonly privateHosts: readonly string[];
  readonly resolveHost?: ResolveHost;
}

/**
 * Fetches an https address that a stranger named, without cookies or redirects.
 *
 * @throws TypeError when the address is not https, or a host's address is not public.
 */
export type GuardedFetch = (
  address: string | URL,
  init?: Pick<globalThis.RequestInit, 'headers' | 'signal'>,
) => Promise<globalThis.Response>;

const connectTimeoutMs = 3_000;
const silenceMs = 5_000;

const resolveByDns: ResolveHost = (host) => lookup(host, { all: true });

/** Addresses are checked where the connection takes them, so a name cannot change in between. */
export function openGuardedFetch(
  { privateHosts, resolveHost = resolveByDns }: GuardedFetchOptions,
  onClose: OnClose,
): GuardedFetch {
  const findAddresses = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolveHost(host);
    const isAllowed = privateHosts.includes(host);
    if (!isAllowed && !addresses.every(({ address }) => isPublicRoutableHost(address))) {
      throw new TypeError('the host has an address that is not public');
    }
    return [...addresses];
  };
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs, lookup: createLookup(findAddresses) },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  onClose(() => agent.destroy());

  return async (address, { headers, signal } = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new TypeError('the address is not https');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Nothing is looked up for an address in numbers.
    if (isIP(host) && !isPublicRoutableHost(host)) {
      throw new TypeError('the address is not public');
    }
    const response = await fetch(url, {
      dispatcher: agent,
      redirect: 'error',
      credentials: 'omit',
      headers: [...new globalThis.Headers(headers)],
      signal: signal ?? null,
    });
    return response as unknown as globalThis.Response;
  };
}

function createLookup(find: (host: string) => Promise<LookupAddress[]>): LookupFunction {
  return (host, { all }, callback) => {
    find(host).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else if (first) callback(null, first.address, first.family);
        else callback(new Error('the host has no address'), '');
      },
      (error: Error) => callback(error, ''),
    );
  };
}
