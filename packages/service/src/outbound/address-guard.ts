import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressGuardOptions {
  readonly protocols: readonly ('https:' | 'http:')[];
  /** Hosts, by name or by address, that may be where the public is not. */
  readonly privateHosts: readonly string[];
  readonly resolveHost?: ResolveHost;
}

/** An address that a stranger named leads to where only we may go. Its message is safe to show. */
export class AddressRefusedError extends TypeError {
  override readonly name = 'AddressRefusedError';
}

/** Decides which addresses that strangers name may be connected to. */
export interface AddressGuard {
  /**
   * What can be told without a lookup: protocol, and an address in numbers.
   *
   * @throws AddressRefusedError
   */
  requireUrl(url: URL): void;
  /**
   * The host's addresses, of which each is allowed.
   * @throws AddressRefusedError
   */
  findAddresses(host: string): Promise<LookupAddress[]>;
  /**
   * Both, for an address that is only to be written down.
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

/** Whether anybody on the internet reaches the address; also asked for IPv4 in IPv6 form. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !holdsIpv4(parsed);
}

/** `::/96`, an old form of IPv4 addresses that some systems still take for these. */
function holdsIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return (
    address.kind() === 'ipv6' &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  );
}

/** A URL's host has brackets around an IPv6 address. */
function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
