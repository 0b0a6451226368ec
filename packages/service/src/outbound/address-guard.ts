import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressGuardOptions {
  readonly protocols: readonly ('https:' | 'http:')[];
  /** Hosts, by name or address, that are allowed in private networks. */
  readonly privateHosts: readonly string[];
  readonly resolveHost?: ResolveHost;
}

/**
 * The address of an untrusted source is in a network that only we can reach. The message is safe to
 * show.
 */
export class AddressRefusedError extends TypeError {
  override readonly name = 'AddressRefusedError';
}

/** Decides to which addresses of untrusted sources we connect. */
export interface AddressGuard {
  /**
   * Checks protocol and numeric address without a lookup.
   *
   * @throws AddressRefusedError
   */
  requireUrl(url: URL): void;
  /**
   * Returns the host's addresses, all of them allowed.
   * @throws AddressRefusedError
   */
  findAddresses(host: string): Promise<LookupAddress[]>;
  /**
   * Runs both checks, for an address that is only stored.
   * @throws AddressRefusedError
   */
  check(url: URL): Promise<void>;
}

const resolveByDns: ResolveHost = (host) => lookup(host, { all: true });

export function createAddressGuard({
  protocols,
  privateHosts,
  resolveHost = resolveByDns,
}: AddressGuardOptions): AddressGuard {
  const isPrivateHost = (host: string) =>
    privateHosts.some((name) => hostOf(name.toLowerCase()) === host);

  const requireUrl = (url: URL) => {
    if (!protocols.some((protocol) => protocol === url.protocol)) {
      const names = protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
      throw new AddressRefusedError(`the address is not ${names}`);
    }
    const host = hostOf(url.hostname);
    if (isIP(host) && !isPublicAddress(host) && !isPrivateHost(host)) {
      throw new AddressRefusedError('the address is not public');
    }
  };
  const findAddresses = async (host: string) => {
    const addresses = await resolveHost(host);
    if (!isPrivateHost(host) && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new AddressRefusedError('the host has an address that is not public');
    }
    return [...addresses];
  };
  return {
    requireUrl,
    findAddresses,
    async check(url) {
      requireUrl(url);
      const host = hostOf(url.hostname);
      if (!isIP(host)) await findAddresses(host);
    },
  };
}

/** Returns whether the address is public; also used for IPv4 in IPv6 form. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !holdsIpv4(parsed);
}

/** Matches `::/96`, an old form of IPv4 addresses that some systems still accept. */
function holdsIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return (
    address.kind() === 'ipv6' &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  );
}

/** Removes the brackets of an IPv6 address in a URL. */
function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
