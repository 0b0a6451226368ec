import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateAddress } from './list-nodes.ts';

/**
 * Returns true if a node knows a collection, or a tenant of it. The client would ask the cluster's
 * leader: without a leader each search waited up to half a minute for the next one.
 */
export async function isKnown(
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
