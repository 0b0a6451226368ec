import {
  AppError,
  createMcpServerSchema,
  endpoints,
  idSchema,
  mcpServerListQuerySchema,
  toRoutePath,
  updateMcpServerSchema,
} from '@lectern/contracts';
import { getPrincipal, requireScope, startDeadline, validate } from '@lectern/service';
import express, { type Request, Router } from 'express';
import { ownerOf } from '../conversations/owner.ts';
import { changeServer, type RegistrationDependencies, registerServer } from './register-server.ts';

/** For reading the catalogues of all servers of an organisation. */
const refreshTimeoutMs = 60_000;

/** Managing outside MCP servers. */
export function createRegistryRoutes(dependencies: RegistrationDependencies): Router {
  const { servers, catalogue, outside, keeper } = dependencies;
  const router = Router();
  const ownerOfRequest = (request: Request) => ownerOf(getPrincipal(request));
  const reads = requireScope(endpoints.getMcpServer.scope);
  const writes = requireScope(endpoints.updateMcpServer.scope);
  const onePath = toRoutePath(endpoints.getMcpServer.insidePath);

  router.get(endpoints.listMcpServers.insidePath, reads, async (request, response) => {
    const { limit, cursor } = validate(mcpServerListQuerySchema, request.query);
    const page = await servers.list(ownerOfRequest(request), { limit, cursor });
    response.json({ mcp_servers: page.servers, next_cursor: page.nextCursor });
  });

  router.post(
    endpoints.createMcpServer.insidePath,
    writes,
    express.json(),
    async (request, response) => {
      const server = validate(createMcpServerSchema, request.body);
      response
        .status(201)
        .json(await registerServer(dependencies, ownerOfRequest(request), server));
    },
  );

  router.post(endpoints.refreshMcpServers.insidePath, writes, async (request, response) => {
    const owner = ownerOfRequest(request);
    await servers.requireManager(owner);
    const { signal } = startDeadline(request, response, refreshTimeoutMs);
    const all = await catalogue.listConnections(owner.organisationId);
    response.json(await keeper.refresh(all, signal));
  });

  router.get(onePath, reads, async (request, response) => {
    response.json(await servers.get(ownerOfRequest(request), readServerId(request)));
  });

  router.patch(onePath, writes, express.json(), async (request, response) => {
    const id = readServerId(request);
    const changes = validate(updateMcpServerSchema, request.body);
    response.json(await changeServer(dependencies, ownerOfRequest(request), id, changes));
  });

  router.delete(onePath, writes, async (request, response) => {
    const id = readServerId(request);
    await servers.delete(ownerOfRequest(request), id);
    outside.forget(id);
    response.status(204).end();
  });

  return router;
}

/** What is no id names no server. */
function readServerId(request: Request): string {
  const id = idSchema.safeParse(request.params.id);
  if (!id.success) throw new AppError('mcp_server_not_found');
  return id.data;
}
