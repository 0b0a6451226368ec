import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateAddress } from './list-nodes.ts';

/**
 * Whether a node knows a collection, or a tenant of it. The client would have it ask the cluster's
 * leader: where that one is gone, each search waited up to half a minute for the next.
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
