import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { requireAdministrator } from '../access/require-administrator.ts';
import type { Database } from '../database/tables.ts';
import { changeQuestion, deleteQuestion } from './change-question.ts';
import { deleteSet } from './delete-set.ts';
import type { EvaluationRunner } from './evaluation-runner.ts';
import { listQuestions } from './list-questions.ts';
import { listSets } from './list-sets.ts';
import { deleteRun, getRun, listRuns } from './load-run.ts';
import { createSet, renameSet } from './name-set.ts';
import { saveQuestion } from './save-question.ts';
import { startRun } from './start-run.ts';

export interface EvaluationRouteDependencies {
  readonly database: Database;
  readonly evaluations: EvaluationRunner;
  readonly quotas: { readonly evaluationSets: number };
}

/**
 * Mounts routes for questions with right answers, and for measuring searches by them. For owners
 * and administrators, who read every document of the organisation, so that figures are the same for
 * all of them.
 */
export function mountEvaluationRoutes(
  routes: EndpointRoutes,
  { database, evaluations: runner, quotas }: EvaluationRouteDependencies,
): void {
  const room = { database, maxSets: quotas.evaluationSets };
  routes.mount(endpoints.listEvaluationSets, async ({ principal, query }) =>
    listSets(database, await requireAdministrator(database, principal), query),
  );
  routes.mount(endpoints.createEvaluationSet, async ({ principal, body }) =>
    createSet(room, await requireAdministrator(database, principal), body.name),
  );
  routes.mount(endpoints.renameEvaluationSet, async ({ principal, params, body }) =>
    renameSet(database, await requireAdministrator(database, principal), {
      id: params.id,
      ...body,
    }),
  );
  routes.mount(endpoints.deleteEvaluationSet, async ({ response, principal, params }) => {
    const access = await requireAdministrator(database, principal);
    addAuditDetails(response, { details: { name: await deleteSet(database, access, params.id) } });
  });
  routes.mount(endpoints.listEvaluationQuestions, async ({ principal, params, query }) =>
    listQuestions(database, await requireAdministrator(database, principal), {
      setId: params.id,
      ...query,
    }),
  );
  routes.mount(endpoints.saveEvaluationQuestion, async ({ principal, params, body }) =>
    saveQuestion(database, await requireAdministrator(database, principal), {
      setId: params.id,
      ...body,
    }),
  );
  routes.mount(endpoints.changeEvaluationQuestion, async ({ principal, params, body }) => {
    const access = await requireAdministrator(database, principal);
    return changeQuestion(database, access, {
      setId: params.id,
      id: params.question_id,
      ...body,
    });
  });
  routes.mount(endpoints.deleteEvaluationQuestion, async ({ principal, params }) => {
    const access = await requireAdministrator(database, principal);
    await deleteQuestion(database, access, { setId: params.id, id: params.question_id });
  });
  routes.mount(endpoints.listEvaluationRuns, async ({ principal, params, query }) =>
    listRuns(database, await requireAdministrator(database, principal), {
      setId: params.id,
      ...query,
    }),
  );
  routes.mount(endpoints.startEvaluationRun, async ({ principal, params, body }) => {
    const access = await requireAdministrator(database, principal);
    const { settings } = body;
    return startRun(database, runner, { setId: params.id, principal, access, settings });
  });
  routes.mount(endpoints.getEvaluationRun, async ({ principal, params }) => {
    const access = await requireAdministrator(database, principal);
    return getRun(database, access, { setId: params.id, id: params.run_id });
  });
  routes.mount(endpoints.deleteEvaluationRun, async ({ principal, params }) => {
    const access = await requireAdministrator(database, principal);
    await deleteRun(database, access, { setId: params.id, id: params.run_id });
  });
}
