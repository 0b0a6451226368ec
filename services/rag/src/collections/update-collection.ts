import { AppError, type Collection, type UpdateCollection } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type Access, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceCollection } from '../notifications/notify.ts';
import { lockTree, pathsBelow, rebuildPaths } from './collection-tree.ts';
import { getCollection } from './get-collection.ts';

/**
 * Changes a collection's name, description, settings or parent. Needs `manage`, and `write` on a
 * new parent.
 * @throws AppError `collection_cycle` and `collection_name_taken`.
 */
export async function updateCollection(
  database: Database,
  access: Access,
  { id, change }: { readonly id: string; readonly change: UpdateCollection },
): Promise<Collection> {
  await requireCollection(database, access, { id, permission: 'manage' });
  const { parent_id: parentId, settings, ...fields } = change;
  if (parentId) await requireCollection(database, access, { id: parentId, permission: 'write' });
  if (parentId === null && access.role === 'viewer') throw new AppError('forbidden');
  try {
    await database.transaction().execute(async (transaction) => {
      await lockTree(transaction, access.organisationId);
      if (parentId !== undefined) {
        await pathsBelow(transaction, access.organisationId, { id, parentId });
      }
      await transaction
        .updateTable('rag.collections')
        .set({
          ...fields,
          ...(settings && { settings: JSON.stringify(settings) }),
          ...(parentId !== undefined && { parent_id: parentId }),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute();
      if (parentId !== undefined) await rebuildPaths(transaction, id);
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
