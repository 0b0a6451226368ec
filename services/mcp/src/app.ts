import { createHttpApp } from '@lectern/service';
import type { Express } from 'express';
import type { Dependencies } from './dependencies.ts';
import { reportHealth } from './health/report-health.ts';
import { mountMcpRoutes } from './server/mcp-routes.ts';

/** The MCP service: readiness does not depend on the knowledge service, whose state is only told. */
export function createApp(dependencies: Dependencies): Express {
  const { version, logger, metrics } = dependencies;
  return createHttpApp({
    name: 'mcp',
    version,
    logger,
    metrics,
    insideHosts: dependencies.allowedHosts,
    health: () => reportHealth(dependencies.knowledge, version),
    routes: (app) => mountMcpRoutes(app, dependencies),
  });
}
