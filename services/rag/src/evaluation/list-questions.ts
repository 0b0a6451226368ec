import { AppError, type EvaluationQuestion, type PageQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import { fromMicroseconds, timeCursorSchema, toMicroseconds } from '../database/cursor.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { loadAnswers, type StoredAnswer } from './load-answers.ts';
import { getSet } from './select-sets.ts';

/**
 * Lists the questions of a set with their right answers, the oldest first.
 * @throws AppError `evaluation_set_not_found`.
 */
export async function listQuestions(
  database: Database,
  access: Access,
  { setId, limit, cursor }: PageQuery & { readonly setId: string },
): Promise<{ questions: EvaluationQuestion[]; next_cursor: string | null }> {
  await getSet(database, access, setId);
  let query = database
    .selectFrom('rag.evaluation_questions')
    .select(['id', 'query', 'created_at'])
    .select(toMicroseconds('created_at').as('created_us'))
    .where('set_id', '=', setId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1);
  if (cursor) {
    const [createdUs, id] = readCursor(timeCursorSchema, cursor);
    query = query.where(
      sql<boolean>`(created_at, id) > (${fromMicroseconds(createdUs)}, ${id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ created_us, id }) => [created_us, id]);
  const answers = await loadAnswers(
    database,
    page.map(({ id }) => id),
  );
  return {
    questions: page.map((row) => toQuestion(row, answers.get(row.id) ?? [])),
    next_cursor: nextCursor,
  };
}

/**
 * Returns a question.
 * @throws AppError `evaluation_question_not_found`.
 */
export async function getQuestion(
  database: Database | DatabaseTransaction,
  setId: string,
  id: string,
): Promise<EvaluationQuestion> {
  const row = await database
    .selectFrom('rag.evaluation_questions')
    .select(['id', 'query', 'created_at'])
    .where('set_id', '=', setId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('evaluation_question_not_found');
  return toQuestion(row, (await loadAnswers(database, [id])).get(id) ?? []);
}

function toQuestion(
  row: { readonly id: string; readonly query: string; readonly created_at: Date },
  answers: readonly StoredAnswer[],
): EvaluationQuestion {
  return {
    id: row.id,
    query: row.query,
    answers: answers.map((answer) => ({
      document_id: answer.document_id,
      document_title: answer.document_title,
      start: answer.start_offset,
      end: answer.end_offset,
      outdated: answer.start_offset !== null && answer.version !== answer.current_version,
    })),
    created_at: row.created_at.toISOString(),
  };
}
