import { searchRequestSchema } from '@lectern/contracts';
import { getPrincipal, requireScope, startDeadline, validate } from '@lectern/service';
import express, { Router } from 'express';
import { searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

export function createSearchRoutes(dependencies: SearchDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '1mb' });
  router.post('/search', requireScope('search'), json, async (request, response) => {
    const body = validate(searchRequestSchema, request.body);
    const { signal } = startDeadline(request, response, dependencies.settings.timeoutMs);
    const found = await searchChunks(dependencies, getPrincipal(request), body, { signal });
    response.json(found.response);
  });
  return router;
}
