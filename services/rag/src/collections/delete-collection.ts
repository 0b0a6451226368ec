import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import { type Access, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { describeDeletedCollections } from '../notifications/deleted-collections.ts';
import { announceDeletedCollections } from '../notifications/notify.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import { lockTree } from './collection-tree.ts';

export interface DeletedCollection {
  readonly name: string;
  /** Number of deleted documents. */
  readonly documents: number;
}

/**
 * Deletes a collection, its descendants and all their documents. None of it is found afterwards.
 */
export async function deleteCollection(
  database: Database,
  access: Access,
  id: string,
): Promise<DeletedCollection> {
  await requireCollection(database, access, { id, permission: 'manage' });
  return database.transaction().execute(async (transaction) => {
    await lockTree(transaction, access.organisationId);
    const documents = await transaction
      .updateTable('rag.documents')
      .set({ deleted_at: new Date(), updated_at: new Date() })
      .where('id', 'in', (within) =>
        // In the same order as the workers' statements, which may be writing some of them.
        within
          .selectFrom('rag.documents')
          .select('id')
          .where('deleted_at', 'is', null)
          .where('collection_id', 'in', (below) =>
            below
              .selectFrom('rag.collections')
              .select('id')
              .where(sql<boolean>`path @> array[${id}::uuid]`),
          )
          .orderBy('id')
          .forUpdate(),
      )
      .returning('id')
      .execute();
    await publishRemoval(
      transaction,
      access.organisationId,
      documents.map((document) => document.id),
    );
    const deleted = await describeDeletedCollections(transaction, id);
    const row = await transaction
      .deleteFrom('rag.collections')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw new AppError('collection_not_found');
    await announceDeletedCollections(transaction, access.organisationId, deleted);
    return { name: row.name, documents: documents.length };
  });
}
