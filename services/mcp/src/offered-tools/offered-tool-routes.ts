import { AppError, endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes, startDeadline } from '@lectern/service';
import type { ToolConfirmations, WaitingCall } from '../upstream/calls/tool-confirmations.ts';
import type { ToolSettings } from '../upstream/calls/tool-settings.ts';
import type { McpServers } from '../upstream/servers/mcp-servers.ts';
import type { OfferedTools } from './offered-tools.ts';

export interface OfferedToolRoutesDependencies {
  readonly offeredTools: OfferedTools;
  readonly confirmations: ToolConfirmations;
  readonly settings: ToolSettings;
  readonly servers: Pick<McpServers, 'requireManager'>;
}

/** Maximum timeout of a server for one call. */
const maxCallMs = 300_000;

/** Mounts the tools of outside servers and the agreements to their calls. */
export function mountOfferedToolRoutes(
  routes: EndpointRoutes,
  { offeredTools, confirmations, settings, servers }: OfferedToolRoutesDependencies,
): void {
  routes.mount(endpoints.getMcpToolSettings, ({ principal }) =>
    settings.read(principal.organisationId),
  );
  routes.mount(endpoints.changeMcpToolSettings, async ({ response, principal, body }) => {
    await servers.requireManager(principal);
    await settings.change(principal.organisationId, body);
    addAuditDetails(response, { details: body });
    return body;
  });
  routes.mount(endpoints.findMcpTools, ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, maxCallMs);
    return offeredTools.find(principal, body, { requestId: request.id, signal });
  });
  routes.mount(endpoints.callMcpTool, ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, maxCallMs);
    return offeredTools.call(principal, body, { requestId: request.id, signal });
  });
  routes.mount(endpoints.readMcpToolResult, ({ principal, params, query }) =>
    offeredTools.readResult(principal, params.id, query.offset),
  );
  routes.mount(endpoints.listMcpToolConfirmations, async ({ principal, query }) => {
    const { waiting, nextCursor } = await confirmations.list(principal, query);
    return { confirmations: waiting.map(toConfirmation), next_cursor: nextCursor };
  });
  routes.mount(endpoints.decideMcpToolCall, async ({ response, principal, params, body }) => {
    const { decision } = body;
    const decided = await confirmations.decide(principal, params.id, decision);
    if (!decided) throw new AppError('not_found');
    addAuditDetails(response, { details: { ...decided, decision } });
  });
}

/** Converts a waiting call to the form of the API. */
export function toConfirmation({ createdAt, expiresAt, ...call }: WaitingCall) {
  return {
    ...call,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
