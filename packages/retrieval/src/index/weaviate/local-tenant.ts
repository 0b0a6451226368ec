import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateAddress } from './list-nodes.ts';

export interface TenantName {
  readonly collection: string;
  readonly tenant: string;
}

/**
 * Whether a node knows a tenant. The client would have it ask the cluster's leader: where that one
 * is gone, each search waited up to half a minute for the next.
 */
export async function hasTenant(
  { url, apiKey }: WeaviateAddress,
  { collection, tenant }: TenantName,
  signal: AbortSignal,
): Promise<boolean> {
  const { status } = await fetch(`${url}/v1/schema/${collection}/tenants/${tenant}`, {
    headers: { consistency: 'false', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    signal,
  });
  if (status === 200) return true;
  if (status === 404) return false;
  throw new IndexUnavailableError(`Weaviate answered ${status} when asked for a tenant.`);
}
