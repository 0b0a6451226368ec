import {
  AddressRefusedError,
  createAddressGuard,
  type GuardedFetch,
  type OnClose,
  openGuardedFetch,
  type ResolveHost,
} from '@lectern/service';

export interface ModelNetworkOptions {
  /** Hosts that may be private and use plain http. */
  readonly privateHosts: readonly string[];
  readonly resolveHost?: ResolveHost;
}

/** The way to the servers of connected models, whose addresses admins choose. */
export interface ModelNetwork {
  readonly privateHosts: readonly string[];
  readonly fetch: GuardedFetch;
  /** @throws AddressRefusedError */
  checkAddress(url: string): Promise<void>;
}

/** Longer than any answer, since each call has its own time limits. */
const silenceMs = 310_000;
const maxAnswerBytes = 16 * 1024 * 1024;

export function openModelNetwork(
  { privateHosts, resolveHost }: ModelNetworkOptions,
  onClose: OnClose,
): ModelNetwork {
  const options = {
    protocols: ['https:', 'http:'] as const,
    privateHosts,
    ...(resolveHost && { resolveHost }),
  };
  const guard = createAddressGuard(options);
  const fetch = openGuardedFetch({ ...options, silenceMs, maxAnswerBytes }, onClose);
  return {
    privateHosts,
    fetch: async (address, init) => {
      requireTransportSecurity(new URL(address), privateHosts);
      return fetch(address, init);
    },
    async checkAddress(url) {
      const address = new URL(url);
      requireTransportSecurity(address, privateHosts);
      // An unknown host is a failure of the connection, not of its address.
      await guard.check(address).catch((error: unknown) => {
        if (error instanceof AddressRefusedError) throw error;
      });
    },
  };
}

/** Keys and texts go in plain text only to hosts that the operator named. */
function requireTransportSecurity(
  { protocol, hostname }: URL,
  privateHosts: readonly string[],
): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:' && !privateHosts.includes(host)) {
    throw new AddressRefusedError('plain http is not permitted for this host');
  }
}
