import type { EvaluationSet, PageQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import { nameCursorSchema } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { selectSets, toSet } from './select-sets.ts';

/** Lists the evaluation sets of the organisation by name. */
export async function listSets(
  database: Database,
  access: Access,
  { limit, cursor }: PageQuery,
): Promise<{ sets: EvaluationSet[]; next_cursor: string | null }> {
  let query = selectSets(database, access)
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(limit + 1);
  if (cursor) {
    const [name, id] = readCursor(nameCursorSchema, cursor);
    query = query.where(sql<boolean>`(s.name, s.id) > (${name}, ${id}::uuid)`);
  }
  const { page, nextCursor } = cutPage(await query.execute(), limit, ({ name, id }) => [name, id]);
  return { sets: page.map(toSet), next_cursor: nextCursor };
}
