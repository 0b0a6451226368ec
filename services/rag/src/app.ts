import { createHttpApp, requirePrincipal } from '@lectern/service';
import type { Express } from 'express';
import { createRequestContext } from './access/request-context.ts';
import { createAnswerRoutes } from './answers/answer-routes.ts';
import { createArticleRoutes } from './articles/article-routes.ts';
import { createCollectionRoutes } from './collections/collection-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { describeHealth } from './describe-health.ts';
import { createDocumentRoutes, createUploadRoutes } from './documents/document-routes.ts';
import { createEventRoutes } from './events/event-routes.ts';
import { createRebuildRoutes } from './generations/rebuild-routes.ts';
import { createSearchRoutes } from './search/search-routes.ts';

export function createApp(dependencies: Dependencies): Express {
  const { database, blobs, search, answers, articles, hub, verifier, uploadLimits } = dependencies;
  const context = createRequestContext(database);
  const documentDependencies = { database, blobs, uploadLimits, context };
  return createHttpApp({
    ...dependencies.service,
    health: () => describeHealth(dependencies),
    ready: dependencies.isReady,
    routes(app) {
      app.use('/rag', requirePrincipal(verifier));
      app.use('/rag/collections', createUploadRoutes(documentDependencies));
      app.use('/rag/collections', createCollectionRoutes(database, context));
      app.use('/rag/documents', createDocumentRoutes(documentDependencies));
      app.use('/rag/events', createEventRoutes(database, hub, context));
      app.use('/rag/admin/rebuild-index', createRebuildRoutes(database));
      app.use('/rag', createSearchRoutes(search));
      app.use('/rag', createAnswerRoutes(answers));
      app.use('/rag', createArticleRoutes(articles));
    },
  });
}
