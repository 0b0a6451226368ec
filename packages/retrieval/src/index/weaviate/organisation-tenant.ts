import { createHash } from 'node:crypto';
import type { ChunkProperties } from './collection-schema.ts';
import type { Collection, WeaviateClient } from './weaviate-client.ts';
import { isTenantMissing } from './weaviate-errors.ts';

/** A generation's collection, as one organisation sees it. */
export type OrganisationTenant = Collection<ChunkProperties, string>;

/** Any id gives a name that Weaviate takes; ids that differ in case alone stay apart. */
export function tenantNameOf(organisationId: string): string {
  return `organisation-${createHash('sha256').update(organisationId).digest('hex').slice(0, 40)}`;
}

export function useTenant(
  client: WeaviateClient,
  collection: string,
  organisationId: string,
): OrganisationTenant {
  return client.collections
    .use<string, ChunkProperties>(collection)
    .withTenant(tenantNameOf(organisationId));
}

/** An organisation without a tenant has no chunks. */
export async function whenTenant<Result, Otherwise = Result>(
  work: () => Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work();
  } catch (error) {
    if (isTenantMissing(error)) return otherwise;
    throw error;
  }
}
