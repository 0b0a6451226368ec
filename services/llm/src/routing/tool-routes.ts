import { AppError, endpoints, type McpToolOutcome } from '@lectern/contracts';
import { type EndpointRoutes, noteForAudit, startDeadline } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import type { AuditReports } from '../ports/audit-reports.ts';
import type {
  CallFailure,
  RegistryCall,
  ToolAnswer,
  ToolRegistry,
} from '../ports/tool-registry.ts';
import type { ToolRetrieval } from '../ports/tool-retrieval.ts';
import type { McpServers } from '../registry/mcp-servers.ts';
import type { ToolCallRates } from '../registry/tool-call-rates.ts';
import type { AskedCall, ToolConfirmations } from '../registry/tool-confirmations.ts';
import { notOfferedMessage, type ToolSettings } from '../registry/tool-settings.ts';
import { findTools } from './find-tools.ts';

export interface ToolRoutesDependencies {
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly confirmations: ToolConfirmations;
  readonly callRates: ToolCallRates;
  readonly settings: ToolSettings;
  readonly servers: Pick<McpServers, 'requireManager'>;
  readonly auditReports: AuditReports;
}

const searchTimeoutMs = 10_000;
/** As long as a server may be given for one call. */
const maxCallMs = 300_000;
/** Of a result that is given whole, media and structured content among it. */
const maxResultBytes = 1024 * 1024;

/** Finding and calling tools of outside servers, for agents outside whose organisation lets them. */
export function mountToolRoutes(
  routes: EndpointRoutes,
  dependencies: ToolRoutesDependencies,
): void {
  const { tools, retrieval, confirmations, callRates, settings } = dependencies;
  const { servers, auditReports } = dependencies;

  routes.mount(endpoints.getMcpToolSettings, ({ principal }) =>
    settings.read(principal.organisationId),
  );
  routes.mount(endpoints.changeMcpToolSettings, async ({ response, principal, body }) => {
    await servers.requireManager(ownerOf(principal));
    await settings.change(principal.organisationId, body);
    noteForAudit(response, { details: body });
    return body;
  });

  routes.mount(endpoints.findMcpTools, async ({ request, response, principal, body }) => {
    await settings.requireOffered(principal.organisationId);
    const { signal } = startDeadline(request, response, searchTimeoutMs);
    return findTools({ tools, retrieval }, ownerOf(principal), { ...body, signal });
  });

  routes.mount(
    endpoints.callMcpTool,
    async ({ request, response, principal, body }): Promise<McpToolOutcome> => {
      const owner = ownerOf(principal);
      const { offered_to_agents } = await callRates.take(owner);
      const { signal } = startDeadline(request, response, maxCallMs);
      const call = { server: body.server, tool: body.name, arguments: body.arguments };
      const context = { requestId: request.id, signal };
      let outcome = offered_to_agents ? await tools.callTool(owner, call, context) : notOffered;
      const asked = askedCall(call, outcome);
      if (asked && (await confirmations.take(owner, asked))) {
        outcome = await tools.callTool(owner, asked, context);
      }
      await auditReports.reportToolCall({
        owner,
        requestId: request.id,
        server: body.server,
        tool: body.name,
        outcome: describeOutcome(outcome),
      });
      if (outcome.kind === 'answer') return toOutcome(outcome);
      const toAsk = askedCall(call, outcome);
      return {
        error: outcome.code,
        message: outcome.mayHaveRun ? `${outcome.message} ${unknownOutcome}` : outcome.message,
        ...(outcome.retryAfter !== undefined && { retry_after: outcome.retryAfter }),
        ...(toAsk && { confirmation_id: await confirmations.ask(owner, toAsk) }),
      };
    },
  );

  routes.mount(endpoints.readMcpToolResult, async ({ principal, params, query }) => {
    await settings.requireOffered(principal.organisationId);
    const part = await tools.readResult(ownerOf(principal), params.id, query);
    if (!part) throw new AppError('not_found');
    const { text, offset, characters, nextOffset } = part;
    return { text, offset, characters, next_offset: nextOffset };
  });

  routes.mount(endpoints.listMcpToolConfirmations, async ({ principal, query }) => {
    const { waiting, nextCursor } = await confirmations.list(ownerOf(principal), query);
    return {
      confirmations: waiting.map(({ createdAt, expiresAt, ...call }) => ({
        ...call,
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })),
      next_cursor: nextCursor,
    };
  });

  routes.mount(endpoints.decideMcpToolCall, async ({ response, principal, params, body }) => {
    const { decision } = body;
    const decided = await confirmations.decide(ownerOf(principal), params.id, decision);
    if (!decided) throw new AppError('not_found');
    noteForAudit(response, { details: { ...decided, decision } });
  });
}

const unknownOutcome = 'Whether the tool did what it was called for is not known.';

const notOffered: CallFailure = {
  kind: 'failure',
  code: 'not_allowed',
  message: notOfferedMessage,
  durationMs: 0,
};

/** The call that a person must agree to first; undefined where the outcome is another one. */
function askedCall(call: RegistryCall, outcome: ToolAnswer | CallFailure): AskedCall | undefined {
  if (outcome.kind !== 'failure' || outcome.toolVersion === undefined) return undefined;
  return { ...call, agreedTo: outcome.toolVersion };
}

function describeOutcome(outcome: ToolAnswer | CallFailure): string {
  if (outcome.kind === 'failure') return outcome.code;
  return outcome.isError ? 'tool_error' : 'ok';
}

/** The tool's own result; of one that is too large its beginning, and how to read on. */
function toOutcome({ content, structuredContent, isError, ...answer }: ToolAnswer): McpToolOutcome {
  const { text, rest, bytes } = answer;
  if (!rest && bytes <= maxResultBytes) {
    return {
      content: content.map((part) => ({ ...part })),
      ...(structuredContent !== undefined && { structuredContent }),
      ...(isError && { isError }),
    };
  }
  return {
    error: 'result_too_large',
    message: rest
      ? 'The result is too long to be given whole. text is its beginning; read_result gives the rest.'
      : 'The result is too large to be given whole. text is what it says without its media.',
    text,
    result_id: rest?.resultId ?? null,
    next_offset: rest?.offset ?? null,
    characters: rest?.characters ?? [...text].length,
  };
}
