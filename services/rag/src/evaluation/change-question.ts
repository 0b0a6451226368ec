import {
  AppError,
  type EvaluationAnswer,
  type EvaluationQuestion,
  idSchema,
} from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { getQuestion } from './list-questions.ts';
import { replaceAnswers } from './replace-answers.ts';
import { touchSet } from './save-question.ts';

export interface QuestionPlace {
  readonly setId: string;
  readonly id: string;
}

/** Absent fields stay unchanged. */
export interface QuestionChange extends QuestionPlace {
  readonly query?: string | undefined;
  readonly answers?: readonly EvaluationAnswer[] | undefined;
}

/**
 * Changes the words or the right answers of a question.
 * @throws AppError `evaluation_set_not_found`, `evaluation_question_not_found`,
 *   `evaluation_question_taken`, `document_not_found`.
 */
export async function changeQuestion(
  database: Database,
  access: Access,
  { setId, id, query, answers }: QuestionChange,
): Promise<EvaluationQuestion> {
  try {
    return await database.transaction().execute(async (transaction) => {
      await touchSet(transaction, access, setId);
      await getQuestion(transaction, setId, requireQuestionId(id));
      if (query !== undefined) {
        await transaction
          .updateTable('rag.evaluation_questions')
          .set({ query })
          .where('id', '=', id)
          .execute();
      }
      if (answers) await replaceAnswers(transaction, access, { questionId: id, answers });
      return getQuestion(transaction, setId, id);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'evaluation_questions_query')) throw error;
    throw new AppError('evaluation_question_taken', undefined, {
      cause: error,
      details: { field: 'query' },
    });
  }
}

/**
 * Deletes a question.
 * @throws AppError `evaluation_set_not_found`, `evaluation_question_not_found`.
 */
export async function deleteQuestion(
  database: Database,
  access: Access,
  { setId, id }: QuestionPlace,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await touchSet(transaction, access, setId);
    const { numDeletedRows } = await transaction
      .deleteFrom('rag.evaluation_questions')
      .where('set_id', '=', setId)
      .where('id', '=', requireQuestionId(id))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('evaluation_question_not_found');
  });
}

function requireQuestionId(id: string): string {
  if (!idSchema.safeParse(id).success) throw new AppError('evaluation_question_not_found');
  return id;
}
