import { AppError, type RebuildState } from '@lectern/contracts';
import { getPrincipal, requireScope } from '@lectern/service';
import { type Request, Router } from 'express';
import { loadAccess } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { loadRebuild, requestRebuild } from './rebuild-requests.ts';

/** For owners and administrators: have the search index filled again, and see how far it is. */
export function createRebuildRoutes(database: Database): Router {
  const router = Router();
  const requireAdministrator = async (request: Request) => {
    const { role } = await loadAccess(database, getPrincipal(request));
    if (role !== 'owner' && role !== 'admin') throw new AppError('forbidden');
  };
  const readState = async (): Promise<RebuildState> => {
    const { isRunning, done, total } = await loadRebuild(database);
    return { running: isRunning, documents_done: done, documents_total: total };
  };
  router.post('/', requireScope('admin'), async (request, response) => {
    await requireAdministrator(request);
    await requestRebuild(database);
    response.status(202).json(await readState());
  });
  router.get('/', requireScope('admin'), async (request, response) => {
    await requireAdministrator(request);
    response.json(await readState());
  });
  return router;
}
