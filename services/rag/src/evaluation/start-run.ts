import { randomUUID } from 'node:crypto';
import { AppError, type EvaluationRun, type Principal, type RunSettings } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type Access, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { requireDocument } from '../documents/require-document.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import type { EvaluationRunner } from './evaluation-runner.ts';
import { loadAnswers } from './load-answers.ts';
import { endLostRuns, getRun } from './load-run.ts';
import type { AskedQuestion } from './search-questions.ts';
import { getSet } from './select-sets.ts';

export interface StartRun {
  readonly setId: string;
  readonly principal: Principal;
  readonly access: Access;
  readonly settings: readonly RunSettings[];
}

/**
 * Starts to measure a set; an organisation has one run at a time.
 * @throws AppError `evaluation_set_not_found`, `evaluation_running`, `collection_not_found`,
 *   `document_not_found`, and `invalid_request` for a set without a question that has a right
 *   answer.
 */
export async function startRun(
  database: Database,
  runner: EvaluationRunner,
  { setId, principal, access, settings }: StartRun,
): Promise<EvaluationRun> {
  await getSet(database, access, setId);
  await endLostRuns(database, access.organisationId);
  for (const { collection_filter } of settings) {
    for (const collectionId of collection_filter?.collection_ids ?? []) {
      await requireCollection(database, access, { id: collectionId, permission: 'read' });
    }
    for (const documentId of collection_filter?.document_ids ?? []) {
      await requireDocument(database, access, { id: documentId, permission: 'read' });
    }
  }
  const questions = await loadAsked(database, setId);
  if (questions.length === 0) {
    throw new AppError('invalid_request', 'No question of this set has a right answer yet.', {
      details: { rule: 'right_answer' },
    });
  }
  const id = randomUUID();
  await insertRun(database, {
    id,
    setId,
    access,
    settings,
    total: questions.length * settings.length,
  });
  await deleteOldRuns(database, setId);
  runner.begin({ id, principal, settings, questions });
  const { result: _, ...run } = await getRun(database, access, { setId, id });
  return run;
}

async function loadAsked(database: Database, setId: string): Promise<AskedQuestion[]> {
  const questions = await database
    .selectFrom('rag.evaluation_questions')
    .select(['id', 'query'])
    .where('set_id', '=', setId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(evaluationLimits.questionsPerSet)
    .execute();
  const answers = await loadAnswers(
    database,
    questions.map(({ id }) => id),
  );
  return questions.flatMap(({ id, query }) => {
    const right = answers.get(id);
    return right ? [{ id, query, answers: right }] : [];
  });
}

interface NewRun extends Pick<StartRun, 'setId' | 'access' | 'settings'> {
  readonly id: string;
  readonly total: number;
}

async function insertRun(
  database: Database,
  { id, setId, access, settings, total }: NewRun,
): Promise<void> {
  try {
    await database
      .insertInto('rag.evaluation_runs')
      .values({
        id,
        organisation_id: access.organisationId,
        set_id: setId,
        status: 'running',
        settings: JSON.stringify(settings),
        total,
        created_by: access.userId,
      })
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'evaluation_runs_running')) throw error;
    throw new AppError('evaluation_running', undefined, { cause: error });
  }
}

async function deleteOldRuns(database: Database, setId: string): Promise<void> {
  await database
    .deleteFrom('rag.evaluation_runs')
    .where('id', 'in', (query) =>
      query
        .selectFrom('rag.evaluation_runs')
        .select('id')
        .where('set_id', '=', setId)
        .orderBy('created_at', 'desc')
        .offset(evaluationLimits.runsPerSet),
    )
    .execute();
}
