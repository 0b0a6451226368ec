import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { requireAdministrator } from '../access/require-administrator.ts';
import type { Database } from '../database/tables.ts';
import type { EvaluationRunner } from '../evaluation/evaluation-runner.ts';
import { startRun } from '../evaluation/start-run.ts';
import type { Rerankers } from './rerankers.ts';

export interface RerankerRouteDependencies {
  readonly database: Database;
  readonly evaluations: EvaluationRunner;
  readonly rerankers: Rerankers;
}

/** Mounts the rerankers of the installation. The gateway admits its administrators alone. */
export function mountRerankerRoutes(
  routes: EndpointRoutes,
  { database, evaluations, rerankers }: RerankerRouteDependencies,
): void {
  routes.mount(endpoints.listRerankers, async () => ({ rerankers: await rerankers.list() }));
  routes.mount(endpoints.createReranker, async ({ response, principal, body }) => {
    const reranker = await rerankers.create(body, principal.userId);
    const details = { provider: reranker.provider, model: reranker.model };
    addAuditDetails(response, { target: reranker.id, details });
    return reranker;
  });
  routes.mount(endpoints.switchReranker, async ({ response, params }) => {
    const reranker = await rerankers.switchTo(params.id);
    const details = { provider: reranker.provider, model: reranker.model };
    addAuditDetails(response, { details });
    return reranker;
  });
  routes.mount(endpoints.tryReranker, async ({ principal, params, body }) => {
    const access = await requireAdministrator(database, principal);
    const { id, provider } = await rerankers.get(params.id);
    const isReranked = (await rerankers.list()).some(
      (one) => one.state === 'active' && one.provider !== 'none',
    );
    const { evaluation_set_id: setId, settings } = body;
    return startRun(database, evaluations, {
      setId,
      principal,
      access,
      settings: [
        { ...settings, rerank: isReranked },
        { ...settings, rerank: provider !== 'none', reranker: id },
      ],
    });
  });
  routes.mount(endpoints.deleteReranker, ({ params }) => rerankers.delete(params.id));
}
