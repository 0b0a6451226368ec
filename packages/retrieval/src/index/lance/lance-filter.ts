import type { IndexFilter, PageCondition, PageRange } from '../hybrid-index.ts';

/** A condition for LanceDB: SQL, `'all'` for no condition, `'none'` where nothing can match. */
export type Condition = { readonly sql: string } | 'all' | 'none';

export function filterToCondition(filter: IndexFilter | undefined): Condition {
  if (filter === undefined) return 'all';
  const { collectionIds, documentIds, page } = filter;
  if (collectionIds?.length === 0 || documentIds?.length === 0) return 'none';
  const parts: string[] = [];
  if (collectionIds) parts.push(isOneOf('collection_id', collectionIds));
  if (documentIds) parts.push(isOneOf('document_id', documentIds));
  if (page) {
    const allowed = allowedPages(page);
    if (allowed.length === 0) return 'none';
    parts.push(`(${allowed.join(' OR ')})`);
  }
  return parts.length === 0 ? 'all' : { sql: parts.join(' AND ') };
}

function allowedPages({ ranges, none }: PageCondition): readonly string[] {
  return [...ranges.map(isInRange), ...(none ? ['page IS NULL'] : [])];
}

function isInRange({ gte, lte }: PageRange): string {
  const parts = ['page IS NOT NULL'];
  if (gte !== undefined) parts.push(`page >= ${toSqlInteger(gte)}`);
  if (lte !== undefined) parts.push(`page <= ${toSqlInteger(lte)}`);
  return `(${parts.join(' AND ')})`;
}

export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map(toSqlString).join(',')})`;
}

export function toSqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function toSqlInteger(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError('A page limit must be a whole number.');
  const maxInteger = 2 ** 31 - 1;
  return Math.min(maxInteger, Math.max(-maxInteger, value));
}
