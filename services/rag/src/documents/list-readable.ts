import { sql } from 'kysely';
import { type Access, permissionRank } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';

/** Returns those of the documents that exist and are readable. */
export async function listReadable(
  database: Database,
  access: Access,
  documentIds: readonly string[],
): Promise<string[]> {
  const rows = await database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .select('d.id')
    .where(sql<boolean>`d.id = any(${[...documentIds]}::uuid[])`)
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null)
    .where(sql<boolean>`${permissionRank(access)} is not null`)
    .execute();
  return rows.map(({ id }) => id);
}
