import {
  type AgentTool,
  type AgentToolOutcome,
  AppError,
  insideEndpoints,
  isAllowedTool,
} from '@lectern/contracts';
import { type createInternalRoutes, startDeadline } from '@lectern/service';
import { toConfirmation } from '../offered-tools/offered-tool-routes.ts';
import type { ToolRetrieval } from '../tool-routing/tool-retrieval.ts';
import type { CallFailure, RegisteredTool, ToolAnswer } from '../upstream/calls/registry-call.ts';
import type { ToolConfirmations } from '../upstream/calls/tool-confirmations.ts';
import type { ToolRegistry } from '../upstream/calls/tool-registry.ts';

export interface AgentToolRoutesDependencies {
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly confirmations: ToolConfirmations;
}

/** Maximum characters of the arguments of all listed calls; the list is read whole. */
const maxListedCharacters = 1_000_000;
const searchTimeoutMs = 10_000;
/** Maximum timeout of a server for one call. */
const maxCallMs = 300_000;

/** Mounts the tools of outside servers for the suite's own agent, in the name of its person. */
export function mountAgentToolRoutes(
  routes: ReturnType<typeof createInternalRoutes>,
  { tools, retrieval, confirmations }: AgentToolRoutesDependencies,
): void {
  routes.mount(insideEndpoints.countAgentServers, async ({ principal }) => ({
    count: await tools.countServers(principal),
  }));
  routes.mount(
    insideEndpoints.searchAgentTools,
    async ({
      request,
      response,
      principal,
      body: { current_server: currentServer, ...search },
    }) => {
      const { signal, run } = startDeadline(request, response, searchTimeoutMs);
      const { servers, descriptions, bestTools, decision } = await run(() =>
        retrieval.search(principal, { ...search, currentServer, signal }),
      );
      return {
        servers: servers.map((server, at) => ({
          ...server,
          description: descriptions[at] ?? '',
          tools: (bestTools[at] ?? []).map(({ name, description }) => ({ name, description })),
        })),
        decision,
      };
    },
  );
  routes.mount(
    insideEndpoints.selectAgentTools,
    async ({ request, response, principal, body: { token_budget: tokenBudget, ...selection } }) => {
      const { signal, run } = startDeadline(request, response, searchTimeoutMs);
      const { tools: selected } = await run(() =>
        retrieval.selectTools(principal, { ...selection, tokenBudget, signal }),
      );
      return { tools: selected.map(toAgentTool) };
    },
  );
  routes.mount(
    insideEndpoints.findAgentTool,
    async ({ principal, body: { server, name, allowed } }) => {
      const tool = isAllowedTool(allowed, server, name)
        ? await tools.findTool(principal, server, name)
        : undefined;
      return { tool: tool ? toAgentTool(tool) : null };
    },
  );
  routes.mount(insideEndpoints.callAgentTool, async ({ request, response, principal, body }) => {
    const { signal, run } = startDeadline(request, response, maxCallMs);
    const { server, name: tool, arguments: given, agreed_to: agreedTo, max_text: maxText } = body;
    if (!isAllowedTool(body.allowed, server, tool)) throw new AppError('forbidden');
    const call = { server, tool, arguments: given, agreedTo };
    return toAgentOutcome(await run(() => tools.callTool(principal, call, { signal, maxText })));
  });
  routes.mount(insideEndpoints.listClientCalls, async ({ principal }) => {
    const { waiting, omitted } = await confirmations.listWithin(principal, maxListedCharacters);
    return { confirmations: waiting.map(toConfirmation), omitted };
  });
  routes.mount(insideEndpoints.readAgentResult, async ({ principal, body }) => {
    const { result_id, ...wanted } = body;
    const part = await tools.readResult(principal, result_id, wanted);
    return { part: part ? { text: part.text, next_offset: part.nextOffset } : null };
  });
}

function toAgentTool(tool: RegisteredTool): AgentTool {
  const { server, name, version, description, inputSchema } = tool;
  return {
    server,
    name,
    version,
    description,
    input_schema: { ...inputSchema },
    read_only: tool.readOnly,
    needs_confirmation: tool.needsConfirmation,
    never_asks: tool.neverAsks,
  };
}

function toAgentOutcome(outcome: ToolAnswer | CallFailure): AgentToolOutcome {
  const { durationMs: duration_ms } = outcome;
  if (outcome.kind === 'failure') {
    const { kind, code, message, mayHaveRun = false } = outcome;
    return { kind, code, message, may_have_run: mayHaveRun, duration_ms };
  }
  const { kind, isError, text, bytes, rest } = outcome;
  return {
    kind,
    is_error: isError,
    text,
    bytes,
    rest: rest && {
      result_id: rest.resultId,
      offset: rest.offset,
      characters: rest.characters,
    },
    duration_ms,
  };
}
