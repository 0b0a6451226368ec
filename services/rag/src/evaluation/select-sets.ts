import { AppError, type EvaluationSet } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Selects the evaluation sets of the caller's organisation with the number of their questions. */
export function selectSets(database: Database | DatabaseTransaction, access: Access) {
  return database
    .selectFrom('rag.evaluation_sets as s')
    .select(['s.id', 's.name', 's.created_at', 's.updated_at'])
    .select(
      sql<number>`(
        select count(*)::int from rag.evaluation_questions q where q.set_id = s.id)`.as(
        'question_count',
      ),
    )
    .where('s.organisation_id', '=', access.organisationId);
}

type Shown = Omit<EvaluationSet, 'created_at' | 'updated_at'> & {
  readonly created_at: Date;
  readonly updated_at: Date;
};

export function toSet({ created_at, updated_at, ...row }: Shown): EvaluationSet {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/**
 * Returns an evaluation set.
 * @throws AppError `evaluation_set_not_found`.
 */
export async function getSet(
  database: Database | DatabaseTransaction,
  access: Access,
  id: string,
): Promise<EvaluationSet> {
  const row = await selectSets(database, access).where('s.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('evaluation_set_not_found');
  return toSet(row);
}
