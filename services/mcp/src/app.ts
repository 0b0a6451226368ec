import { insideEndpoints } from '@lectern/contracts';
import { createHttpApp, createInternalRoutes } from '@lectern/service';
import type { Express } from 'express';
import { mountAgentToolRoutes } from './agent-tool-api/agent-tool-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { reportHealth } from './health/report-health.ts';
import { mountOfferedToolRoutes } from './offered-tools/offered-tool-routes.ts';
import type { Upstream } from './open-upstream.ts';
import { mountMcpRoutes } from './server/mcp-routes.ts';
import { mountRoutingRoutes } from './tool-routing/routing-routes.ts';
import { mountServerRoutes } from './upstream/servers/server-routes.ts';

/** The MCP service. Its readiness depends on no other service. */
export function createApp(dependencies: Dependencies): Express {
  const { version, logger, metrics, verifier, upstream } = dependencies;
  return createHttpApp({
    name: 'mcp',
    version,
    logger,
    metrics,
    insideHosts: dependencies.allowedHosts,
    health: () => reportHealth(dependencies, version),
    routes: (app) => {
      mountMcpRoutes(app, dependencies);
      const routes = createInternalRoutes(app, verifier);
      routes.mount(insideEndpoints.listServerQuotas, async ({ principal }) => ({
        quotas: (await upstream?.loadQuotas(principal.organisationId)) ?? [],
      }));
      if (upstream) mountUpstreamRoutes(routes, upstream);
    },
  });
}

function mountUpstreamRoutes(
  routes: ReturnType<typeof createInternalRoutes>,
  upstream: Upstream,
): void {
  const { registration, retrieval, tools, confirmations } = upstream;
  mountOfferedToolRoutes(routes, { ...upstream, servers: registration.servers });
  mountRoutingRoutes(routes, retrieval);
  mountServerRoutes(routes, registration);
  mountAgentToolRoutes(routes, { tools, retrieval, confirmations });
}
