import type { IndexFilter } from '../hybrid-index.ts';
import { extraHits } from '../ranked-hits.ts';
import type { ObjectHit } from './known-chunks.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';
import type { FilterValue } from './weaviate-client.ts';
import { filterToCondition, withFilters } from './weaviate-filter.ts';
import type { KeywordQuery } from './weaviate-keyword-query.ts';

/** Maximum hits of a Weaviate query. */
const maxHits = 10_000;

export interface FetchOptions {
  readonly limit: number;
  readonly filter: IndexFilter | undefined;
  readonly signal: AbortSignal;
}

/** Returns the nearest chunks in no defined order. */
export function fetchNearest(
  tenant: OrganisationTenant,
  vector: Float32Array,
  options: FetchOptions,
): Promise<ObjectHit[]> {
  // With a filter, Weaviate compares each matching chunk.
  const all = tenant.filter.byProperty('has_vector').equal(true);
  return fetchHits(tenant, options, async ({ filters = all, ...search }) => {
    const { objects } = await tenant.query.nearVector(
      Array.from(vector),
      { ...search, filters, returnMetadata: ['distance'] },
      { abortSignal: options.signal },
    );
    return objects.map(({ uuid, metadata }) => toHit(uuid, metadata?.distance));
  });
}

/** Returns the best chunks for a keyword query in no defined order. */
export function fetchMatching(
  tenant: OrganisationTenant,
  { text }: KeywordQuery,
  options: FetchOptions,
): Promise<ObjectHit[]> {
  return fetchHits(tenant, options, async (search) => {
    const { objects } = await tenant.query.bm25(
      text,
      { ...search, queryProperties: ['terms'], returnMetadata: ['score'] },
      { abortSignal: options.signal },
    );
    return objects.map(({ uuid, metadata }) => toHit(uuid, metadata?.score));
  });
}

interface SearchOptions {
  readonly limit: number;
  readonly filters?: FilterValue;
  readonly returnProperties: [];
}

async function fetchHits(
  tenant: OrganisationTenant,
  { limit, filter }: FetchOptions,
  search: (options: SearchOptions) => Promise<ObjectHit[]>,
): Promise<ObjectHit[]> {
  const condition = filterToCondition(tenant, filter);
  if (condition === 'none') return [];
  const options: SearchOptions = {
    limit: Math.min(maxHits, limit + extraHits),
    returnProperties: [],
    ...withFilters(condition),
  };
  return await whenTenant(() => search(options), []);
}

function toHit(objectId: string, value: number | undefined): ObjectHit {
  if (value === undefined) throw new Error('Weaviate gave a hit without its score.');
  return { objectId, value };
}
