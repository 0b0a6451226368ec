import { createHash } from 'node:crypto';
import type { Collection } from './weaviate-client.ts';
import { isTenantMissing } from './weaviate-errors.ts';
import type { WeaviateNodes } from './weaviate-nodes.ts';
import type { ChunkProperties } from './weaviate-schema.ts';

/** An index version's collection, as one organisation sees it on one node. */
export type OrganisationTenant = Collection<ChunkProperties, string>;

export type TenantWork<Result> = (
  tenant: OrganisationTenant,
  signal: AbortSignal,
) => Promise<Result>;

export interface OrganisationTenantsOptions {
  readonly nodes: WeaviateNodes;
  /** The index version's. */
  readonly collection: string;
  readonly organisationId: string;
}

/** One organisation's tenant on every node. */
export class OrganisationTenants {
  readonly #nodes: WeaviateNodes;
  readonly #collection: string;
  readonly #tenant: string;
  /** Organisations begin at different nodes, so that all of them work. */
  readonly #start: number;

  constructor({ nodes, collection, organisationId }: OrganisationTenantsOptions) {
    const digest = createHash('sha256').update(organisationId).digest();
    this.#nodes = nodes;
    this.#collection = collection;
    this.#tenant = tenantNameOf(organisationId);
    this.#start = digest.readUInt8();
  }

  /** Done when as many copies have it as the consistency level says. `work` may be done twice. */
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

  /** What nodes find in their own copies: enough of them to miss nothing that was written. */
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

/** Any id gives a name that Weaviate takes; ids that differ in case alone stay apart. */
export function tenantNameOf(organisationId: string): string {
  return `organisation-${createHash('sha256').update(organisationId).digest('hex').slice(0, 40)}`;
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
