import type { RouterBuild } from '@lectern/contracts';
import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import type { OutsideServers, ServerConnection } from '../connections/outside-servers.ts';
import { type BuildRouter, buildRouter } from './build-router.ts';
import type { McpCatalogue } from './mcp-catalogue.ts';

export interface CatalogueRefreshOptions {
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
  /** Removes expired rows. */
  readonly sweep: () => Promise<void>;
  readonly graph: BuildRouter;
  readonly logger: Logger;
  /** Interval between two looks for servers that are due. Default 5,000. */
  readonly intervalMs?: number;
}

export interface CatalogueRefresh {
  /** Reads the catalogues of these servers now; closing the service ends it. */
  run(servers: readonly ServerConnection[], signal: AbortSignal): Promise<RouterBuild>;
}

const sweepMs = 60_000;
/** Maximum servers that are claimed at once. */
const maxServers = 50;

/** Reads the catalogues of servers when they are due, and at once when a server reports changes. */
export function startCatalogueRefresh(
  options: CatalogueRefreshOptions,
  onClose: OnClose,
): CatalogueRefresh {
  const { catalogue, outside, sweep, graph, logger, intervalMs = 5_000 } = options;
  const failure = 'catalogues of MCP servers could not be read';
  const closed = new AbortController();
  const run = (servers: readonly ServerConnection[], signal: AbortSignal) =>
    buildRouter(graph, servers, AbortSignal.any([signal, closed.signal]));

  outside.onListChanged((serverId) => {
    catalogue.markDue(serverId).catch((error: unknown) => {
      if (!closed.signal.aborted) logger.warn({ err: error }, failure);
    });
  });
  let nextSweep = 0;
  runPeriodically(
    {
      everyMs: intervalMs,
      work: async (signal) => {
        const servers = await catalogue.claimDue(maxServers);
        if (servers.length > 0) {
          const { status, duration_ms } = await run(servers, signal);
          logger.debug({ servers: servers.length, status, duration_ms }, 'build_router');
        }
        if (performance.now() < nextSweep) return;
        nextSweep = performance.now() + sweepMs;
        await sweep();
      },
      logger,
      failure,
    },
    onClose,
  );
  onClose(() => closed.abort());
  return { run };
}
