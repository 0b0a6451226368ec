import { randomUUID } from 'node:crypto';
import { AppError, type EvaluationQuestion, type SaveEvaluationQuestion } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import { getQuestion } from './list-questions.ts';
import { replaceAnswers } from './replace-answers.ts';

/**
 * Adds a question to a set, or replaces the answers of the one with the same words.
 * @throws AppError `evaluation_set_not_found`, `document_not_found`, `quota_exceeded`.
 */
export async function saveQuestion(
  database: Database,
  access: Access,
  { setId, query, answers }: SaveEvaluationQuestion & { readonly setId: string },
): Promise<EvaluationQuestion> {
  return database.transaction().execute(async (transaction) => {
    await touchSet(transaction, access, setId);
    const known = await transaction
      .selectFrom('rag.evaluation_questions')
      .select('id')
      .where('set_id', '=', setId)
      .where(sql<boolean>`md5(query) = md5(${query})`)
      .executeTakeFirst();
    const id = known?.id ?? (await addQuestion(transaction, access, { setId, query }));
    await replaceAnswers(transaction, access, { questionId: id, answers });
    return getQuestion(transaction, setId, id);
  });
}

async function addQuestion(
  transaction: DatabaseTransaction,
  access: Access,
  { setId, query }: { readonly setId: string; readonly query: string },
): Promise<string> {
  const { count } = await transaction
    .selectFrom('rag.evaluation_questions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow();
  assertRoom('evaluation_questions', Number(count), evaluationLimits.questionsPerSet);
  const id = randomUUID();
  await transaction
    .insertInto('rag.evaluation_questions')
    .values({ id, set_id: setId, query, created_by: access.userId })
    .execute();
  return id;
}

/**
 * Records that the set changes; other changes wait for the end of the transaction.
 * @throws AppError `evaluation_set_not_found`.
 */
export async function touchSet(
  transaction: DatabaseTransaction,
  access: Access,
  setId: string,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('rag.evaluation_sets')
    .set({ updated_at: new Date() })
    .where('id', '=', setId)
    .where('organisation_id', '=', access.organisationId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('evaluation_set_not_found');
}
