import { extraHits, type IndexHit } from '../ranked-hits.ts';
import { parseReference } from './lance-chunk-records.ts';
import type { Query, VectorQuery } from './lance-client.ts';
import type { Condition } from './lance-filter.ts';
import { readAddresses, type TableRows } from './table-rows.ts';

/** Column of the value that LanceDB ranks by. */
export type ValueColumn = '_distance' | '_score';

export interface FetchOptions {
  readonly valueColumn: ValueColumn;
  readonly limit: number;
  readonly condition: Exclude<Condition, 'none'>;
}

/** Runs a query and returns its rows, each chunk once, in no defined order. */
export async function fetchHits(
  query: Query | VectorQuery,
  options: FetchOptions,
): Promise<IndexHit[]> {
  const { valueColumn } = options;
  const result = await narrow(query, options).select(['reference', valueColumn]).toArrow();
  const references = result.getChild('reference');
  const values = result.getChild(valueColumn);
  const hits = new Map<string, IndexHit>();
  for (let row = 0; row < result.numRows; row += 1) {
    addHit(hits, references?.get(row), values?.get(row));
  }
  return [...hits.values()];
}

/** Returns the same hits from cached rows at half the cost; undefined if one of them is unknown. */
export async function fetchKnownHits(
  query: Query | VectorQuery,
  rows: TableRows,
  options: FetchOptions,
): Promise<IndexHit[] | undefined> {
  const { valueColumn } = options;
  const result = await narrow(query, options).withRowId().select([valueColumn]).toArrow();
  const addresses = readAddresses(result);
  const values = result.getChild(valueColumn)?.toArray();
  const hits = new Map<string, IndexHit>();
  for (let row = 0; row < result.numRows; row += 1) {
    const reference = rows.find(addresses.at(row));
    if (reference === undefined) return undefined;
    addHit(hits, reference, values?.[row]);
  }
  return [...hits.values()];
}

function narrow(query: Query | VectorQuery, { limit, condition }: FetchOptions) {
  query.limit(limit + extraHits);
  if (condition !== 'all') query.where(condition.sql);
  return query;
}

function addHit(hits: Map<string, IndexHit>, reference: string, value: number): void {
  if (hits.has(reference)) return;
  const { chunkId, documentId } = parseReference(reference);
  hits.set(reference, { chunkId, documentId, value });
}
