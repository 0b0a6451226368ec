import { type InsideEndpoint, insideEndpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import { purgeEntry } from '../bin-entries/purge.ts';
import { listBin } from './list-bin.ts';
import { type RestoreDependencies, restoreEntry } from './restore.ts';

/** Mounts the documents and collections of the bin; the gateway adds conversations. */
export function mountBinRoutes(
  routes: EndpointRoutes<InsideEndpoint>,
  { database, quotas }: RestoreDependencies,
): void {
  routes.mount(insideEndpoints.listKnowledgeBin, async ({ principal, query }) =>
    listBin(database, await loadAccess(database, principal), query),
  );
  routes.mount(insideEndpoints.restoreKnowledge, async ({ principal, params }) =>
    restoreEntry({ database, quotas }, await loadAccess(database, principal), params.id),
  );
  routes.mount(insideEndpoints.purgeKnowledge, async ({ principal, params }) =>
    purgeEntry(database, await loadAccess(database, principal), params.id),
  );
}
