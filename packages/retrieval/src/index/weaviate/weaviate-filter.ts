import type { IndexFilter, PageCondition, PageRange } from '../hybrid-index.ts';
import type { OrganisationTenant } from './organisation-tenant.ts';
import { Filters, type FilterValue } from './weaviate-client.ts';
import type { ChunkProperties } from './weaviate-schema.ts';

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
  if (page) {
    const allowed = allowedPages(by, page);
    if (!allowed) return 'none';
    parts.push(allowed);
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
  if (!page) return true;
  if (found === undefined || found === null) return page.none;
  return page.ranges.some(({ gte, lte }) => found >= (gte ?? found) && found <= (lte ?? found));
}

function allowedPages(
  by: OrganisationTenant['filter'],
  { ranges, none }: PageCondition,
): FilterValue | undefined {
  const parts: FilterValue[] = ranges.map((range) => isInRange(by, range));
  // Nulls are not indexed: a chunk without a page is in no range.
  if (none) parts.push(Filters.not(isInRange(by, {})));
  const [only, ...others] = parts;
  return only && others.length > 0 ? Filters.or(only, ...others) : only;
}

function isInRange(by: OrganisationTenant['filter'], { gte, lte }: PageRange): FilterValue {
  const page = by.byProperty('page');
  const from = page.greaterOrEqual(toPage(gte ?? -maxPage));
  return lte === undefined ? from : Filters.and(from, page.lessOrEqual(toPage(lte)));
}

const maxPage = 2 ** 31 - 1;

function toPage(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError('A page limit must be a whole number.');
  return Math.min(maxPage, Math.max(-maxPage, value));
}
