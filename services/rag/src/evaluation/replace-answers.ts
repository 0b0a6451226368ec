import { randomUUID } from 'node:crypto';
import { AppError, type EvaluationAnswer } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { DatabaseTransaction } from '../database/tables.ts';

/**
 * Replaces the right answers of a question.
 * @throws AppError `document_not_found` for a document outside the organisation.
 */
export async function replaceAnswers(
  transaction: DatabaseTransaction,
  access: Access,
  {
    questionId,
    answers,
  }: { readonly questionId: string; readonly answers: readonly EvaluationAnswer[] },
): Promise<void> {
  await transaction
    .deleteFrom('rag.evaluation_answers')
    .where('question_id', '=', questionId)
    .execute();
  if (answers.length === 0) return;
  const versions = await loadVersions(transaction, access, answers);
  await transaction
    .insertInto('rag.evaluation_answers')
    .values(
      dropRepeated(answers).map(({ document_id, start, end }) => ({
        id: randomUUID(),
        question_id: questionId,
        document_id,
        version: requireVersion(versions, document_id),
        start_offset: start ?? null,
        end_offset: end ?? null,
      })),
    )
    .execute();
}

async function loadVersions(
  transaction: DatabaseTransaction,
  access: Access,
  answers: readonly EvaluationAnswer[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction
    .selectFrom('rag.documents as d')
    .leftJoin('rag.revisions as r', 'r.id', 'd.active_revision')
    .select('d.id')
    .select(({ fn }) => fn.coalesce('r.version', 'd.version').as('version'))
    .where('d.id', 'in', [...new Set(answers.map(({ document_id }) => document_id))])
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

function requireVersion(versions: ReadonlyMap<string, number>, documentId: string): number {
  const version = versions.get(documentId);
  if (version !== undefined) return version;
  throw new AppError('document_not_found', undefined, { details: { field: 'answers' } });
}

function dropRepeated(answers: readonly EvaluationAnswer[]): readonly EvaluationAnswer[] {
  const byPlace = new Map(
    answers.map((answer) => [
      [answer.document_id, answer.start ?? '', answer.end ?? ''].join(' '),
      answer,
    ]),
  );
  return [...byPlace.values()];
}
