import { AppError } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';

/**
 * Deletes a set with its questions and runs; a running run ends. Returns its name.
 * @throws AppError `evaluation_set_not_found`.
 */
export async function deleteSet(database: Database, access: Access, id: string): Promise<string> {
  const row = await database
    .deleteFrom('rag.evaluation_sets')
    .where('id', '=', id)
    .where('organisation_id', '=', access.organisationId)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new AppError('evaluation_set_not_found');
  return row.name;
}
