import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes, startDeadline } from '@lectern/service';
import { changeServer, type RegistrationDependencies, registerServer } from './register-server.ts';
import { originOf } from './to-mcp-server.ts';

/** Timeout of reading all catalogues of an organisation. */
const refreshTimeoutMs = 60_000;

/** Mounts the management of outside MCP servers. */
export function mountServerRoutes(
  routes: EndpointRoutes,
  dependencies: RegistrationDependencies,
): void {
  const { servers, catalogue, outside, refresh } = dependencies;

  routes.mount(endpoints.listMcpServers, async ({ principal, query: { limit, cursor } }) => {
    const page = await servers.list(principal, { limit, cursor });
    return { mcp_servers: page.servers, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.createMcpServer, async ({ response, principal, body }) => {
    const server = await registerServer(dependencies, principal, body);
    const { id: target, name, url } = server;
    addAuditDetails(response, { target, details: { name, origin: originOf(url) } });
    return server;
  });
  routes.mount(endpoints.refreshMcpServers, async ({ request, response, principal }) => {
    const owner = principal;
    await servers.requireManager(owner);
    const { signal } = startDeadline(request, response, refreshTimeoutMs);
    const all = await catalogue.listConnections(owner.organisationId);
    return refresh.run(all, signal);
  });
  routes.mount(endpoints.getMcpServer, ({ principal, params }) =>
    servers.get(principal, params.id),
  );
  routes.mount(endpoints.updateMcpServer, async ({ response, principal, params, body }) => {
    const server = await changeServer(dependencies, principal, {
      id: params.id,
      changes: body,
    });
    const { name, url, enabled } = server;
    const changed = Object.keys(body);
    addAuditDetails(response, { details: { name, origin: originOf(url), enabled, changed } });
    return server;
  });
  routes.mount(endpoints.deleteMcpServer, async ({ response, principal, params }) => {
    const name = await servers.delete(principal, params.id);
    outside.forget(params.id);
    addAuditDetails(response, { details: { name } });
  });
}
