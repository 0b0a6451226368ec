import { articlesRequestSchema } from '@lectern/contracts';
import { getPrincipal, requireScope, startDeadline, validate } from '@lectern/service';
import express, { Router } from 'express';
import { type ArticleDependencies, retrieveArticles } from './retrieve-articles.ts';

export function createArticleRoutes(dependencies: ArticleDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '1mb' });
  router.post('/articles', requireScope('search'), json, async (request, response) => {
    const body = validate(articlesRequestSchema, request.body);
    const { signal } = startDeadline(request, response, dependencies.search.settings.timeoutMs);
    response.json(await retrieveArticles(dependencies, getPrincipal(request), body, signal));
  });
  return router;
}
