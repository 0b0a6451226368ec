import { extraHits, type RecalledHit } from '../ranked-hits.ts';
import { parseReference } from './chunk-records.ts';
import type { Condition } from './filter-condition.ts';
import type { Query, VectorQuery } from './lancedb.ts';

/** Where LanceDB puts what it ranks by. */
export type ValueColumn = '_distance' | '_score';

/** Runs a query and reads its rows, each chunk once, in no given order. */
export async function fetchHits(
  query: Query | VectorQuery,
  options: {
    readonly valueColumn: ValueColumn;
    readonly limit: number;
    readonly condition: Exclude<Condition, 'none'>;
  },
): Promise<RecalledHit[]> {
  const { valueColumn, limit, condition } = options;
  query.select(['reference', valueColumn]).limit(limit + extraHits);
  if (condition !== 'all') query.where(condition.sql);
  const result = await query.toArrow();
  const references = result.getChild('reference');
  const values = result.getChild(valueColumn);
  const rows = new Map<string, RecalledHit>();
  for (let row = 0; row < result.numRows; row += 1) {
    const reference: string = references?.get(row);
    if (rows.has(reference)) continue;
    rows.set(reference, { ...parseReference(reference), value: values?.get(row) });
  }
  return [...rows.values()];
}
