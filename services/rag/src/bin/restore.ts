import { AppError, type BinEntry } from '@lectern/contracts';
import { violatedConstraint } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, requireCollection } from '../access/load-access.ts';
import { requireEntry, type ShownEntry, toBinEntry } from '../bin-entries/select-entries.ts';
import { lockTree, pathsBelow, rebuildPaths } from '../collections/collection-tree.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { queuedAgain } from '../documents/start-work.ts';
import { isDepartedGrant } from '../garbage-collection/remove-departed.ts';
import { announceCollection } from '../notifications/notify.ts';
import { publishDocuments } from '../outbox/publish-ingestion.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { countRows } from '../quotas/count-rows.ts';
import { assertDocumentQuotas, type DocumentQuotas } from '../quotas/document-quotas.ts';

export interface RestoreDependencies {
  readonly database: Database;
  readonly quotas: DocumentQuotas & { readonly collections: number };
}

/**
 * Restores an entry of the bin with the same ids, grants and metadata. The chunks of its documents
 * are indexed again by workers. A collection whose parent is deleted returns to the root.
 * @throws AppError `bin_entry_not_found`; `parent_deleted` for a document without a collection;
 *   `collection_name_taken`; `document_state_conflict` if the collection has the same content or
 *   `external_id` again; `quota_exceeded`.
 */
export async function restoreEntry(
  { database, quotas }: RestoreDependencies,
  access: Access,
  id: string,
): Promise<BinEntry> {
  try {
    return await database.transaction().execute(async (transaction) => {
      await lockTree(transaction, access.organisationId);
      const entry = await requireEntry(transaction, access, id);
      if (entry.kind === 'collection') {
        await restoreCollections(transaction, access, { entry, quotas });
      } else {
        await requireParent(transaction, access, entry);
      }
      await restoreDocuments(transaction, entry);
      await assertDocumentQuotas(transaction, access.organisationId, {
        quotas,
        added: { documents: entry.document_count, bytes: Number(entry.size) },
      });
      await transaction.deleteFrom('rag.bin_entries').where('id', '=', id).execute();
      if (entry.kind === 'collection') {
        await announceCollection(transaction, access.organisationId, id);
      }
      return toBinEntry(entry);
    });
  } catch (error) {
    throw toConflict(error);
  }
}

/** The right is checked by the entry; here a collection must exist. */
async function requireParent(
  transaction: DatabaseTransaction,
  access: Access,
  { parent_id: id }: ShownEntry,
): Promise<void> {
  const parent = await transaction
    .selectFrom('rag.collections')
    .select('id')
    .where('id', '=', id)
    .where('organisation_id', '=', access.organisationId)
    .executeTakeFirst();
  if (!parent) throw new AppError('parent_deleted');
}

async function restoreCollections(
  transaction: DatabaseTransaction,
  access: Access,
  { entry, quotas }: { readonly entry: ShownEntry; readonly quotas: RestoreDependencies['quotas'] },
): Promise<void> {
  const { id } = entry;
  const parentId = await findParent(transaction, access, entry);
  await sql`
    insert into rag.collections (id, organisation_id, parent_id, name, description, settings,
      inherit, path, grant_path, created_by, created_at, updated_at)
    select id, ${access.organisationId},
      case when id = ${id}::uuid then ${parentId}::uuid else parent_id end, name, description,
      settings, inherit, array[id], array[id], created_by, created_at, now()
    from rag.bin_collections where bin_id = ${id}
    order by level`.execute(transaction);
  await rebuildPaths(transaction, id);
  // Refuses a tree that would be too deep.
  await pathsBelow(transaction, access.organisationId, { id, parentId });
  await sql`
    insert into rag.grants (collection_id, grantee_type, grantee_id, permission)
    select g.collection_id, g.grantee_type, g.grantee_id, g.permission
    from rag.bin_grants g join rag.bin_collections c on c.id = g.collection_id
    where c.bin_id = ${id}`.execute(transaction);
  await sql`
    delete from rag.grants as g using rag.collections as c
    where c.path @> array[${id}::uuid] and ${isDepartedGrant}`.execute(transaction);
  const used = await countRows(transaction, 'rag.collections', access.organisationId);
  assertRoom('collections', used - 1, quotas.collections);
}

/** Returns the former parent where it exists and the caller may write there, else the root. */
async function findParent(
  transaction: DatabaseTransaction,
  access: Access,
  { parent_id }: ShownEntry,
): Promise<string | null> {
  if (parent_id === null) return null;
  try {
    await requireCollection(transaction, access, { id: parent_id, permission: 'write' });
    return parent_id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'collection_not_found') return null;
    throw error;
  }
}

/**
 * Documents with an active revision keep it: a worker only writes their chunks to the index. The
 * others are ingested again where they were waiting.
 */
async function restoreDocuments(
  transaction: DatabaseTransaction,
  { id, organisation_id }: ShownEntry,
): Promise<void> {
  const unfinished = sql`status in ('queued', 'parsing', 'indexing')`;
  const { rows } = await sql<{
    id: string;
    work: number;
    status: string;
    restored_status: string | null;
    size: string;
  }>`
    update rag.documents
    set deleted_at = null, bin_id = null, collection_id = bin_collection_id,
      bin_collection_id = null, updated_at = now(),
      work = case when ${unfinished} then work + 1 else work end,
      restored_status = case
        when active_revision is not null and not (${unfinished}) then status end,
      status = case when active_revision is not null then 'queued' else status end
    where id in (select id from rag.documents where bin_id = ${id} order by id for update)
    returning id, work, status, restored_status, size`.execute(transaction);
  const waiting = rows.filter((row) => row.status !== 'failed' && row.status !== 'cancelled');
  const { status, stage, turn, lane, published_at, starts } = queuedAgain();
  await transaction
    .updateTable('rag.documents')
    .set({ status, stage, turn, lane, published_at, starts })
    .where(sql<boolean>`id = any(${waiting.map((row) => row.id)}::uuid[])`)
    .execute();
  // A restored one is not parsed.
  const items = waiting.map((row) => ({
    ...row,
    ...(row.restored_status !== null && { size: 0 }),
  }));
  await publishDocuments(transaction, organisation_id, { items });
}

const conflicts: Readonly<Record<string, () => AppError>> = {
  collections_sibling_name: () => new AppError('collection_name_taken'),
  documents_content: () =>
    new AppError('document_state_conflict', 'The collection has this content again.'),
  documents_external_id: () =>
    new AppError('document_state_conflict', 'The collection has this external_id again.'),
};

function toConflict(error: unknown): unknown {
  return conflicts[violatedConstraint(error) ?? '']?.() ?? error;
}
