import type { IndexFilter } from '../hybrid-index.ts';
import { extraHits, type RecalledHit } from '../ranked-hits.ts';
import type { ChunkProperties } from './collection-schema.ts';
import { filterToCondition, withFilters } from './filter-condition.ts';
import type { KeywordQuery } from './keyword-query.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';
import type { FilterValue } from './weaviate-client.ts';

/** Weaviate answers no query for more. */
const maxHits = 10_000;

export interface FetchOptions {
  readonly limit: number;
  readonly filter: IndexFilter | undefined;
  readonly signal: AbortSignal;
}

/** The nearest chunks, in no given order. */
export function fetchNearest(
  tenant: OrganisationTenant,
  vector: Float32Array,
  options: FetchOptions,
): Promise<RecalledHit[]> {
  // Weaviate compares one by one only what a filter lets through.
  const all = tenant.filter.byProperty('has_vector').equal(true);
  return fetchHits(tenant, options, async ({ filters = all, ...search }) => {
    const { objects } = await tenant.query.nearVector(
      Array.from(vector),
      { ...search, filters, returnMetadata: ['distance'] },
      { abortSignal: options.signal },
    );
    return objects.map(({ properties, metadata }) => toHit(properties, metadata?.distance));
  });
}

/** The best chunks for a keyword query, in no given order. */
export function fetchMatching(
  tenant: OrganisationTenant,
  { text }: KeywordQuery,
  options: FetchOptions,
): Promise<RecalledHit[]> {
  return fetchHits(tenant, options, async (search) => {
    const { objects } = await tenant.query.bm25(
      text,
      { ...search, queryProperties: ['terms'], returnMetadata: ['score'] },
      { abortSignal: options.signal },
    );
    return objects.map(({ properties, metadata }) => toHit(properties, metadata?.score));
  });
}

interface SearchOptions {
  readonly limit: number;
  readonly filters?: FilterValue;
  readonly returnProperties: ['chunk_id', 'document_id'];
}

async function fetchHits(
  tenant: OrganisationTenant,
  { limit, filter }: FetchOptions,
  search: (options: SearchOptions) => Promise<RecalledHit[]>,
): Promise<RecalledHit[]> {
  const condition = filterToCondition(tenant, filter);
  if (condition === 'none') return [];
  const options: SearchOptions = {
    limit: Math.min(maxHits, limit + extraHits),
    returnProperties: ['chunk_id', 'document_id'],
    ...withFilters(condition),
  };
  return await whenTenant(() => search(options), []);
}

function toHit(
  { chunk_id, document_id }: Pick<ChunkProperties, 'chunk_id' | 'document_id'>,
  value: number | undefined,
): RecalledHit {
  if (value === undefined) throw new Error('Weaviate gave a hit without its score.');
  return { chunkId: chunk_id, documentId: document_id, value };
}
