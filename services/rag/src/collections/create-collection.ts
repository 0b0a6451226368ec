import { randomUUID } from 'node:crypto';
import { AppError, type Collection, type CreateCollection } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type Access, managesAll, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceCollection } from '../notifications/notify.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { countRows } from '../quotas/count-rows.ts';
import { lockTree, pathsBelow } from './collection-tree.ts';
import { getCollection } from './get-collection.ts';

/**
 * Creates a collection; its creator gets `manage`. Below a parent this needs `write` there; a
 * viewer may not create one at the root.
 * @throws AppError `forbidden`, `collection_not_found`, `collection_name_taken`, `quota_exceeded`,
 *   and `invalid_request` if it would be too deep.
 */
export async function createCollection(
  { database, maxCollections }: { readonly database: Database; readonly maxCollections: number },
  access: Access,
  { name, parent_id = null, description = '', settings = {} }: CreateCollection,
): Promise<Collection> {
  if (access.role === 'viewer')
    throw new AppError('forbidden', 'A viewer cannot create collections.');
  if (parent_id) await requireCollection(database, access, { id: parent_id, permission: 'write' });
  const id = randomUUID();
  try {
    await database.transaction().execute(async (transaction) => {
      await lockTree(transaction, access.organisationId);
      const used = await countRows(transaction, 'rag.collections', access.organisationId);
      assertRoom('collections', used, maxCollections);
      const paths = await pathsBelow(transaction, access.organisationId, {
        id,
        parentId: parent_id,
      });
      await transaction
        .insertInto('rag.collections')
        .values({
          id,
          organisation_id: access.organisationId,
          parent_id,
          name,
          description,
          settings: JSON.stringify(settings),
          created_by: access.userId,
          ...paths,
        })
        .execute();
      if (!managesAll(access)) {
        await transaction
          .insertInto('rag.grants')
          .values({
            collection_id: id,
            grantee_type: 'user',
            grantee_id: access.userId,
            permission: 'manage',
          })
          .execute();
      }
      await announceCollection(transaction, access.organisationId, id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'collections_sibling_name')) {
      throw new AppError('collection_name_taken', undefined, { cause: error });
    }
    throw error;
  }
  return getCollection(database, access, id);
}
