import { randomUUID } from 'node:crypto';
import { AppError, type EvaluationSet } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { countRows } from '../quotas/count-rows.ts';
import { getSet } from './select-sets.ts';

/**
 * Creates an evaluation set.
 * @throws AppError `evaluation_set_name_taken`, `quota_exceeded`.
 */
export async function createSet(
  { database, maxSets }: { readonly database: Database; readonly maxSets: number },
  access: Access,
  name: string,
): Promise<EvaluationSet> {
  const id = randomUUID();
  const { organisationId: organisation_id, userId: created_by } = access;
  await withFreeName(() =>
    database.transaction().execute(async (transaction) => {
      // Two sets created at once would not see each other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`rag.evaluation_sets:${organisation_id}`}, 0))`.execute(
        transaction,
      );
      const used = await countRows(transaction, 'rag.evaluation_sets', organisation_id);
      assertRoom('evaluation_sets', used, maxSets);
      await transaction
        .insertInto('rag.evaluation_sets')
        .values({ id, organisation_id, name, created_by })
        .execute();
    }),
  );
  return getSet(database, access, id);
}

/**
 * Renames an evaluation set.
 * @throws AppError `evaluation_set_not_found`, `evaluation_set_name_taken`.
 */
export async function renameSet(
  database: Database,
  access: Access,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<EvaluationSet> {
  await getSet(database, access, id);
  await withFreeName(() =>
    database
      .updateTable('rag.evaluation_sets')
      .set({ name, updated_at: new Date() })
      .where('id', '=', id)
      .execute(),
  );
  return getSet(database, access, id);
}

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'evaluation_sets_name')) throw error;
    throw new AppError('evaluation_set_name_taken', undefined, {
      cause: error,
      details: { field: 'name' },
    });
  }
}
