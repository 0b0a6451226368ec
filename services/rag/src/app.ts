import { createHttpApp, createInternalRoutes } from '@lectern/service';
import type { Express } from 'express';
import { mountArticleRoutes } from './articles/article-routes.ts';
import { mountBinRoutes } from './bin/bin-routes.ts';
import { mountBundleRoutes } from './bundles/bundle-routes.ts';
import { mountAnswerRoutes } from './chat/chat-routes.ts';
import { mountCollectionRoutes } from './collections/collection-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { describeHealth } from './describe-health.ts';
import { mountDocumentRoutes } from './documents/document-routes.ts';
import { mountEmbeddingModelRoutes } from './embedding-models/embedding-model-routes.ts';
import { mountEmbeddingRoutes } from './embeddings/embedding-routes.ts';
import { mountEvaluationRoutes } from './evaluation/evaluation-routes.ts';
import { mountEventRoutes } from './events/event-routes.ts';
import { mountRebuildRoutes } from './index-versions/rebuild-routes.ts';
import { mountPassageEditRoutes } from './passage-edits/passage-edit-routes.ts';
import { mountQuotaRoutes } from './quotas/quota-routes.ts';
import { mountRerankerRoutes } from './rerankers/reranker-routes.ts';
import { mountSearchRoutes } from './search/search-routes.ts';
import { mountSourceRoutes } from './sources/source-routes.ts';
import { mountSummaryRoutes } from './summaries/summary-routes.ts';

export function createApp(dependencies: Dependencies): Express {
  const { verifier, search, answers, articles } = dependencies;
  return createHttpApp({
    ...dependencies.service,
    health: () => describeHealth(dependencies),
    ready: dependencies.isReady,
    routes(app) {
      const routes = createInternalRoutes(app, verifier);
      mountCollectionRoutes(routes, dependencies);
      mountDocumentRoutes(routes, dependencies);
      mountPassageEditRoutes(routes, dependencies.database);
      mountBinRoutes(routes, dependencies);
      mountBundleRoutes(routes, { ...dependencies, ...search });
      mountSourceRoutes(routes, dependencies);
      mountQuotaRoutes(routes, dependencies);
      mountEventRoutes(routes, dependencies);
      mountRebuildRoutes(routes, dependencies);
      mountSearchRoutes(routes, search);
      mountEvaluationRoutes(routes, dependencies);
      mountAnswerRoutes(routes, answers);
      mountSummaryRoutes(routes, answers);
      mountArticleRoutes(routes, articles);
      mountEmbeddingModelRoutes(routes, dependencies);
      mountRerankerRoutes(routes, dependencies);
      mountEmbeddingRoutes(routes, dependencies);
    },
  });
}
