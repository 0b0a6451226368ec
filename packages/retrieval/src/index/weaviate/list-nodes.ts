import type { WeaviateServer } from './weaviate-options.ts';

/** Addresses of one node. */
export type WeaviateAddress = Pick<WeaviateServer, 'url' | 'grpcUrl' | 'apiKey'>;

/** Returns a server's nodes in the order of their addresses. */
export function listNodes({ url, grpcUrl, apiKey }: WeaviateServer): WeaviateAddress[] {
  const grpcUrls = splitAddresses(grpcUrl);
  return splitAddresses(url).map((address, at) => {
    const grpcAddress = grpcUrls[at];
    if (grpcAddress === undefined) throw new TypeError(`${address} has no gRPC address.`);
    return { url: address, grpcUrl: grpcAddress, apiKey };
  });
}

function splitAddresses(addresses: string): string[] {
  return addresses.split(',').map((address) => address.trim());
}
