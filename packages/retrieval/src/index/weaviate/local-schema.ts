import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateAddress } from './list-nodes.ts';
import { ServerWatch } from './server-watch.ts';

/**
 * Returns true if the node's own schema contains a collection, or a tenant of it. A request to the
 * cluster's leader can block for half a minute while a leader is elected.
 *
 * @throws IndexUnavailableError while the node starts: it does not know its schema yet.
 */
export async function isKnown(
  address: WeaviateAddress,
  name: { readonly collection: string; readonly tenant?: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (await isListed(address, name, signal)) return true;
  if (!(await new ServerWatch(address).isServerReady())) {
    throw new IndexUnavailableError('Weaviate is starting.');
  }
  // The node may have become ready between the two requests.
  return isListed(address, name, signal);
}

async function isListed(
  { url, apiKey }: WeaviateAddress,
  { collection, tenant }: { readonly collection: string; readonly tenant?: string },
  signal: AbortSignal,
): Promise<boolean> {
  const path = tenant === undefined ? collection : `${collection}/tenants/${tenant}`;
  const { status } = await fetch(`${url}/v1/schema/${path}`, {
    headers: { consistency: 'false', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    signal,
  });
  if (status === 200) return true;
  if (status === 404) return false;
  throw new IndexUnavailableError(`Weaviate answered ${status} when asked for ${path}.`);
}
