import { endpoints, type RebuildState } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { requireAdministrator } from '../access/require-administrator.ts';
import type { Database } from '../database/tables.ts';
import { loadRebuild, requestRebuild } from './rebuild-requests.ts';

/** Mounts routes for owners and administrators: rebuild the search index, and read the progress. */
export function mountRebuildRoutes(
  routes: EndpointRoutes,
  { database }: { readonly database: Database },
): void {
  const readState = async (): Promise<RebuildState> => {
    const { isRunning, done, total } = await loadRebuild(database);
    return { running: isRunning, documents_done: done, documents_total: total };
  };
  routes.mount(endpoints.rebuildIndex, async ({ principal }) => {
    await requireAdministrator(database, principal);
    await requestRebuild(database);
    return readState();
  });
  routes.mount(endpoints.getRebuild, async ({ principal }) => {
    await requireAdministrator(database, principal);
    return readState();
  });
}
