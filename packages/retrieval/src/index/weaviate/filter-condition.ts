import type { IndexFilter } from '../hybrid-index.ts';
import type { ChunkProperties } from './collection-schema.ts';
import type { OrganisationTenant } from './organisation-tenant.ts';
import { Filters, type FilterValue } from './weaviate-client.ts';

/** A filter for Weaviate, `'all'` for no condition, `'none'` where nothing can match. */
export type Condition = { readonly filters: FilterValue } | 'all' | 'none';

export function filterToCondition(
  { filter: by }: Pick<OrganisationTenant, 'filter'>,
  filter: IndexFilter | undefined,
): Condition {
  if (filter === undefined) return 'all';
  const { collectionIds, documentIds, page } = filter;
  if (collectionIds?.length === 0 || documentIds?.length === 0) return 'none';
  const parts: FilterValue[] = [];
  if (collectionIds) parts.push(by.byProperty('collection_id').containsAny([...collectionIds]));
  if (documentIds) parts.push(by.byProperty('document_id').containsAny([...documentIds]));
  if (page?.gte !== undefined) {
    parts.push(by.byProperty('page').greaterOrEqual(toPage(page.gte, Math.ceil)));
  }
  if (page?.lte !== undefined) {
    parts.push(by.byProperty('page').lessOrEqual(toPage(page.lte, Math.floor)));
  }
  const [only, ...others] = parts;
  if (only === undefined) return 'all';
  return { filters: others.length === 0 ? only : Filters.and(only, ...others) };
}

export function withFilters(condition: Exclude<Condition, 'none'>): { filters?: FilterValue } {
  return condition === 'all' ? {} : { filters: condition.filters };
}

/** The same condition on properties that were read already. */
export function matchesFilter(
  { collection_id, document_id, page: found }: Partial<ChunkProperties>,
  { collectionIds, documentIds, page }: IndexFilter,
): boolean {
  if (collectionIds && !collectionIds.includes(collection_id ?? '')) return false;
  if (documentIds && !documentIds.includes(document_id ?? '')) return false;
  if (page?.gte === undefined && page?.lte === undefined) return true;
  if (found === undefined || found === null) return false;
  return found >= (page.gte ?? found) && found <= (page.lte ?? found);
}

function toPage(value: number, round: (value: number) => number): number {
  if (Number.isNaN(value)) throw new RangeError('A page limit must be a number.');
  const largest = 2 ** 31 - 1;
  return Math.min(largest, Math.max(-largest, round(value)));
}
