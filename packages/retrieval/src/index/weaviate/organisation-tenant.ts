import { createHash } from 'node:crypto';
import type { Collection } from './weaviate-client.ts';
import { isTenantMissing } from './weaviate-errors.ts';
import type { WeaviateNodes } from './weaviate-nodes.ts';
import type { ChunkProperties } from './weaviate-schema.ts';

/** An index version's collection for one organisation on one node. */
export type OrganisationTenant = Collection<ChunkProperties, string>;

export type TenantWork<Result> = (
  tenant: OrganisationTenant,
  signal: AbortSignal,
) => Promise<Result>;

export interface OrganisationTenantsOptions {
  readonly nodes: WeaviateNodes;
  /** Collection of the index version. */
  readonly collection: string;
  readonly organisationId: string;
}

/** One organisation's tenant on every node. */
export class OrganisationTenants {
  readonly #nodes: WeaviateNodes;
  readonly #collection: string;
  readonly #tenant: string;
  /** Organisations start at different nodes, so that all nodes share the load. */
  readonly #start: number;

  constructor({ nodes, collection, organisationId }: OrganisationTenantsOptions) {
    const digest = createHash('sha256').update(organisationId).digest();
    this.#nodes = nodes;
    this.#collection = collection;
    this.#tenant = tenantNameOf(organisationId);
    this.#start = digest.readUInt8();
  }

  /** Writes to as many copies as the consistency level requires. `work` may run twice. */
  write<Result>(work: TenantWork<Result>): Promise<Result> {
    return this.#nodes.ask(({ collections }, signal) =>
      work(
        collections
          .use<string, ChunkProperties>(this.#collection)
          .withTenant(this.#tenant)
          .withConsistency(this.#nodes.consistencyLevel),
        signal,
      ),
    );
  }

  /** Reads the copies of enough nodes to miss no acknowledged write. */
  read<Result>(work: TenantWork<Result>, signal?: AbortSignal): Promise<Result[]> {
    return this.#nodes.askEnough(
      ({ collections }, until) =>
        work(
          collections.use<string, ChunkProperties>(this.#collection).withTenant(this.#tenant),
          until,
        ),
      { start: this.#start, signal },
    );
  }
}

/** Returns a tenant name valid for any id; ids that differ only in case stay distinct. */
export function tenantNameOf(organisationId: string): string {
  return `organisation-${createHash('sha256').update(organisationId).digest('hex').slice(0, 40)}`;
}

/** Runs work on an organisation's tenant. Without a tenant the organisation has no chunks. */
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
