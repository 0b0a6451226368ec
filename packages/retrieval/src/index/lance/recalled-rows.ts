import { parseReference } from './chunk-rows.ts';
import type { Condition } from './filter-sql.ts';
import type { Query, VectorQuery } from './lancedb.ts';

/** Rows fetched beyond the limit, so that equal values at its edge are cut by id, not by luck. */
const EXTRA_ROWS = 8;

/** Where LanceDB puts what it ranks by. */
export type ValueColumn = '_distance' | '_score';

export interface RecalledRow {
  readonly chunkId: string;
  readonly documentId: string;
  readonly value: number;
}

/** Runs a query and reads its rows, each chunk once, in no given order. */
export async function fetchRows(
  query: Query | VectorQuery,
  options: {
    readonly valueColumn: ValueColumn;
    readonly limit: number;
    readonly condition: Exclude<Condition, 'none'>;
  },
): Promise<RecalledRow[]> {
  const { valueColumn, limit, condition } = options;
  query.select(['reference', valueColumn]).limit(limit + EXTRA_ROWS);
  if (condition !== 'all') query.where(condition.sql);
  const result = await query.toArrow();
  const references = result.getChild('reference');
  const values = result.getChild(valueColumn);
  const rows = new Map<string, RecalledRow>();
  for (let row = 0; row < result.numRows; row += 1) {
    const reference: string = references?.get(row);
    if (rows.has(reference)) continue;
    rows.set(reference, { ...parseReference(reference), value: values?.get(row) });
  }
  return [...rows.values()];
}

export function compareIds(a: RecalledRowId, b: RecalledRowId): number {
  if (a.chunkId === b.chunkId) return 0;
  return a.chunkId < b.chunkId ? -1 : 1;
}

type RecalledRowId = Pick<RecalledRow, 'chunkId'>;
