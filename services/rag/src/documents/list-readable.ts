import type { FindReadable } from '@lectern/contracts';
import { sql } from 'kysely';
import { type Access, permissionRank } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';

/** Returns those of the documents and collections that exist and are readable. */
export async function listReadable(
  database: Database,
  access: Access,
  wanted: FindReadable,
): Promise<FindReadable> {
  const isReadable = sql<boolean>`${permissionRank(access)} is not null`;
  const documents = await database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .select('d.id')
    .where(sql<boolean>`d.id = any(${[...wanted.document_ids]}::uuid[])`)
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null)
    .where(isReadable)
    .execute();
  const collections = await database
    .selectFrom('rag.collections as c')
    .select('c.id')
    .where(sql<boolean>`c.id = any(${[...wanted.collection_ids]}::uuid[])`)
    .where('c.organisation_id', '=', access.organisationId)
    .where(isReadable)
    .execute();
  return {
    document_ids: documents.map(({ id }) => id),
    collection_ids: collections.map(({ id }) => id),
  };
}
