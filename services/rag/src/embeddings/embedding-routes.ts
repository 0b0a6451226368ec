import { endpoints } from '@lectern/contracts';
import type { Embedder } from '@lectern/retrieval';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { embedTexts } from './embed-texts.ts';

const maxWaitMs = 55_000;

export function mountEmbeddingRoutes(
  routes: EndpointRoutes,
  { embedder }: { readonly embedder: Embedder },
): void {
  routes.mount(endpoints.createEmbeddings, ({ request, response, body }) => {
    const { signal } = startDeadline(request, response, maxWaitMs);
    return embedTexts(embedder, body, signal);
  });
}
