import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { requireAdministrator } from '../access/require-administrator.ts';
import type { Database } from '../database/tables.ts';
import type { EvaluationRunner } from '../evaluation/evaluation-runner.ts';
import { startRun } from '../evaluation/start-run.ts';
import type { EmbeddingModels } from './embedding-models.ts';

export interface EmbeddingModelRouteDependencies {
  readonly database: Database;
  readonly evaluations: EvaluationRunner;
  readonly embeddingModels: EmbeddingModels;
}

/** Mounts the embedding models of the installation. The gateway admits its administrators alone. */
export function mountEmbeddingModelRoutes(
  routes: EndpointRoutes,
  { database, evaluations, embeddingModels }: EmbeddingModelRouteDependencies,
): void {
  routes.mount(endpoints.listEmbeddingModels, async () => ({
    models: await embeddingModels.list(),
  }));
  routes.mount(endpoints.createEmbeddingModel, async ({ response, principal, body }) => {
    const model = await embeddingModels.create(body, principal.userId);
    addAuditDetails(response, { target: model.id, details: { model: model.model } });
    return model;
  });
  routes.mount(endpoints.switchEmbeddingModel, async ({ response, params }) => {
    const model = await embeddingModels.switchTo(params.id);
    addAuditDetails(response, { details: { model: model.model } });
    return model;
  });
  routes.mount(endpoints.tryEmbeddingModel, async ({ principal, params, body }) => {
    const access = await requireAdministrator(database, principal);
    const { id } = await embeddingModels.get(params.id);
    const { settings } = body;
    return startRun(database, evaluations, {
      setId: body.evaluation_set_id,
      principal,
      access,
      settings: [settings, { ...settings, embedding_model: id }],
    });
  });
  routes.mount(endpoints.deleteEmbeddingModel, ({ params }) => embeddingModels.delete(params.id));
}
