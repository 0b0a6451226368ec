import type { IndexFilter } from '../hybrid-index.ts';

/** A condition for LanceDB: SQL, `'all'` for no condition, `'none'` where nothing can match. */
export type Condition = { readonly sql: string } | 'all' | 'none';

export function filterToCondition(filter: IndexFilter | undefined): Condition {
  if (filter === undefined) return 'all';
  const { collectionIds, documentIds, page } = filter;
  if (collectionIds?.length === 0 || documentIds?.length === 0) return 'none';
  const parts: string[] = [];
  if (collectionIds) parts.push(isOneOf('collection_id', collectionIds));
  if (documentIds) parts.push(isOneOf('document_id', documentIds));
  if (page?.gte !== undefined) parts.push(`page >= ${toSqlInteger(page.gte, Math.ceil)}`);
  if (page?.lte !== undefined) parts.push(`page <= ${toSqlInteger(page.lte, Math.floor)}`);
  return parts.length === 0 ? 'all' : { sql: parts.join(' AND ') };
}

export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map(toSqlString).join(',')})`;
}

export function toSqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function toSqlInteger(value: number, round: (value: number) => number): number {
  if (Number.isNaN(value)) throw new RangeError('A page limit must be a number.');
  const largest = 2 ** 31 - 1;
  return Math.min(largest, Math.max(-largest, round(value)));
}
