import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import type { EmbeddingModels } from './embedding-models.ts';

/** Mounts the embedding models of the installation. The gateway admits its administrators alone. */
export function mountEmbeddingModelRoutes(
  routes: EndpointRoutes,
  { embeddingModels }: { readonly embeddingModels: EmbeddingModels },
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
  routes.mount(endpoints.deleteEmbeddingModel, ({ params }) => embeddingModels.delete(params.id));
}
