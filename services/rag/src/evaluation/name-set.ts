import { randomUUID } from 'node:crypto';
import { AppError, type EvaluationSet } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import { isUniqueViolation } from '../database/postgres-errors.ts';
import type { Database } from '../database/tables.ts';
import { assertRoom } from './assert-room.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import { getSet } from './select-sets.ts';

/** @throws AppError `evaluation_set_name_taken`, `quota_exceeded`. */
export async function createSet(
  database: Database,
  access: Access,
  name: string,
): Promise<EvaluationSet> {
  const { count } = await database
    .selectFrom('rag.evaluation_sets')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organisation_id', '=', access.organisationId)
    .executeTakeFirstOrThrow();
  assertRoom('evaluation_sets', Number(count), evaluationLimits.setsPerOrganisation);
  const id = randomUUID();
  await withFreeName(() =>
    database
      .insertInto('rag.evaluation_sets')
      .values({
        id,
        organisation_id: access.organisationId,
        name,
        created_by: access.userId,
      })
      .execute(),
  );
  return getSet(database, access, id);
}

/** @throws AppError `evaluation_set_not_found`, `evaluation_set_name_taken`. */
export async function renameSet(
  database: Database,
  access: Access,
  id: string,
  { name }: { readonly name: string },
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
