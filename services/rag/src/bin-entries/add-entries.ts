import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { DatabaseTransaction } from '../database/tables.ts';

/** Deletes documents and adds them to the bin. Does nothing for those that are deleted already. */
export async function binDocuments(
  transaction: DatabaseTransaction,
  deletedBy: string,
  ids: readonly string[],
): Promise<void> {
  const at = new Date();
  const wanted = sql`d.id = any(${[...ids]}::uuid[]) and d.deleted_at is null`;
  await sql`
    insert into rag.bin_entries (id, organisation_id, kind, name, parent_id, grant_path, inherit,
      document_count, size, deleted_by, deleted_at)
    select d.id, d.organisation_id, 'document', d.title, c.id, c.grant_path, true, 1, d.size,
      ${deletedBy}, ${at}
    from rag.documents d join rag.collections c on c.id = d.collection_id
    where ${wanted} order by d.id for update of d`.execute(transaction);
  await sql`
    update rag.documents d
    set deleted_at = ${at}, updated_at = ${at}, bin_id = d.id, bin_collection_id = d.collection_id
    where ${wanted}`.execute(transaction);
}

/**
 * Copies a collection and its descendants with their grants to the bin, and moves their documents
 * there; returns the documents' ids. The caller deletes the collections, in the same transaction,
 * which holds the lock of the tree.
 */
export async function binCollection(
  transaction: DatabaseTransaction,
  access: Access,
  id: string,
): Promise<string[]> {
  const at = new Date();
  const below = sql`(select id from rag.collections where path @> array[${id}::uuid])`;
  await sql`
    insert into rag.bin_entries (id, organisation_id, kind, name, parent_id, grant_path, inherit,
      document_count, size, deleted_by, deleted_at)
    select c.id, c.organisation_id, 'collection', c.name, c.parent_id, c.grant_path, c.inherit,
      0, 0, ${access.userId}, ${at}
    from rag.collections c where c.id = ${id}`.execute(transaction);
  await sql`
    insert into rag.bin_collections (id, bin_id, parent_id, name, description, settings, inherit,
      level, created_by, created_at, updated_at)
    select c.id, ${id}, c.parent_id, c.name, c.description, c.settings, c.inherit,
      cardinality(c.path) - array_position(c.path, ${id}::uuid), c.created_by, c.created_at,
      c.updated_at
    from rag.collections c where c.path @> array[${id}::uuid]`.execute(transaction);
  await sql`
    insert into rag.bin_grants (collection_id, grantee_type, grantee_id, permission)
    select collection_id, grantee_type, grantee_id, permission from rag.grants
    where collection_id in ${below}`.execute(transaction);
  const { rows } = await sql<{ id: string; size: string }>`
    update rag.documents
    set deleted_at = ${at}, updated_at = ${at}, bin_id = ${id}, bin_collection_id = collection_id
    where id in (
      -- In the same order as the workers' statements, which may be writing some of them.
      select id from rag.documents
      where deleted_at is null and collection_id in ${below}
      order by id for update)
    returning id, size`.execute(transaction);
  await transaction
    .updateTable('rag.bin_entries')
    .set({
      document_count: rows.length,
      size: rows.reduce((sum, { size }) => sum + Number(size), 0),
    })
    .where('id', '=', id)
    .execute();
  return rows.map((row) => row.id);
}
