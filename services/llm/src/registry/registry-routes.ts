import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import { changeServer, type RegistrationDependencies, registerServer } from './register-server.ts';

/** For reading the catalogues of all servers of an organisation. */
const refreshTimeoutMs = 60_000;

/** Managing outside MCP servers. */
export function mountRegistryRoutes(
  routes: EndpointRoutes,
  dependencies: RegistrationDependencies,
): void {
  const { servers, catalogue, outside, keeper } = dependencies;

  routes.mount(endpoints.listMcpServers, async ({ principal, query: { limit, cursor } }) => {
    const page = await servers.list(ownerOf(principal), { limit, cursor });
    return { mcp_servers: page.servers, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.createMcpServer, ({ principal, body }) =>
    registerServer(dependencies, ownerOf(principal), body),
  );
  routes.mount(endpoints.refreshMcpServers, async ({ request, response, principal }) => {
    const owner = ownerOf(principal);
    await servers.requireManager(owner);
    const { signal } = startDeadline(request, response, refreshTimeoutMs);
    const all = await catalogue.listConnections(owner.organisationId);
    return keeper.refresh(all, signal);
  });
  routes.mount(endpoints.getMcpServer, ({ principal, params }) =>
    servers.get(ownerOf(principal), params.id),
  );
  routes.mount(endpoints.updateMcpServer, ({ principal, params, body }) =>
    changeServer(dependencies, ownerOf(principal), params.id, body),
  );
  routes.mount(endpoints.deleteMcpServer, async ({ principal, params }) => {
    await servers.delete(ownerOf(principal), params.id);
    outside.forget(params.id);
  });
}
