import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import type { ToolRetrieval } from './tool-retrieval.ts';

const searchTimeoutMs = 10_000;

/** Mounts the search for the server and tools that fit a task. */
export function mountRoutingRoutes(routes: EndpointRoutes, retrieval: ToolRetrieval): void {
  routes.mount(endpoints.searchMcpServers, async ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, searchTimeoutMs);
    const found = await retrieval.search(principal, { ...body, signal });
    const { server, kind, reason } = found.decision;
    return {
      servers: [...found.servers],
      tools: [...found.tools],
      decision: { server, kind, reason },
    };
  });
}
