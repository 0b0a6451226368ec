import type { CollectionSettings } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/**
 * Loads a collection's settings with inherited values: the nearest value on the way to the root
 * counts.
 */
export async function loadEffectiveSettings(
  database: Database,
  collectionIds: readonly string[],
): Promise<Map<string, CollectionSettings>> {
  if (collectionIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('rag.collections as c')
    .innerJoin('rag.collections as a', (join) => join.on(sql<boolean>`a.id = any(c.path)`))
    .select(['c.id', 'a.settings'])
    .where('c.id', 'in', [...new Set(collectionIds)])
    .orderBy('c.id')
    .orderBy(sql`array_position(c.path, a.id)`)
    .execute();
  const effective = new Map<string, CollectionSettings>();
  for (const { id, settings } of rows) {
    const above = effective.get(id) ?? {};
    effective.set(id, {
      chunking: { ...above.chunking, ...settings.chunking },
      ...((above.parsing ?? settings.parsing) && {
        parsing: { ...above.parsing, ...settings.parsing },
      }),
      retrieval: { ...above.retrieval, ...settings.retrieval },
    });
  }
  return effective;
}
