import {
  AppError,
  type FoundMcpTools,
  type McpToolOutcome,
  type McpToolResult,
} from '@lectern/contracts';
import { withinTime } from '@lectern/service';
import { fitTools } from '@lectern/tool-routing';
import type { ToolRetrieval, ToolSearch } from '../tool-routing/tool-retrieval.ts';
import type { Owner } from '../upstream/access.ts';
import type { CallFailure, RegistryCall, ToolAnswer } from '../upstream/calls/registry-call.ts';
import type { ToolCallRates } from '../upstream/calls/tool-call-rates.ts';
import type { AskedCall, ToolConfirmations } from '../upstream/calls/tool-confirmations.ts';
import type { ToolRegistry } from '../upstream/calls/tool-registry.ts';
import { notOfferedMessage, type ToolSettings } from '../upstream/calls/tool-settings.ts';
import { maxWholeBytes } from '../upstream/connections/to-outside-answer.ts';
import { countCodePoints } from '../upstream/results/code-points.ts';
import type { AuditReports } from './gateway-audit-reports.ts';

export interface OfferedToolsOptions {
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly confirmations: ToolConfirmations;
  readonly callRates: ToolCallRates;
  readonly settings: ToolSettings;
  readonly auditReports: AuditReports;
}

export interface OfferedToolContext {
  readonly requestId: string;
  /** Aborting it cancels the call at the server. */
  readonly signal: AbortSignal;
  /** Milliseconds that the caller still waits. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Tools of outside servers for agents of other products, over HTTP and MCP, if their organisation
 * offers them. A call that changes something needs its person's agreement.
 */
export interface OfferedTools {
  areOffered(organisationId: string): Promise<boolean>;
  /** @throws AppError `forbidden` if the organisation does not offer its tools. */
  find(
    owner: Owner,
    query: { readonly task: string; readonly limit: number },
    context: OfferedToolContext,
  ): Promise<FoundMcpTools>;
  /**
   * Calls a tool, or asks its person to agree. A failure of the tool is part of the outcome.
   * @throws AppError `rate_limited`, `deadline_exceeded`.
   */
  call(
    owner: Owner,
    tool: {
      readonly server: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    },
    context: OfferedToolContext,
  ): Promise<McpToolOutcome>;
  /** @throws AppError `not_found`, `forbidden` as `find` does. */
  readResult(owner: Owner, id: string, offset: number): Promise<McpToolResult>;
}

const searchTimeoutMs = 10_000;
/** Maximum timeout of a server for one call. */
const maxCallMs = 300_000;
/** Maximum tokens of all tools that one search returns. */
const tokenBudget = 4_000;

export function createOfferedTools(options: OfferedToolsOptions): OfferedTools {
  const { tools, retrieval, confirmations, callRates, settings, auditReports } = options;

  const find = async (owner: Owner, search: ToolSearch): Promise<FoundMcpTools> => {
    const found = await retrieval.search(owner, search);
    const servers = [...new Set(found.tools.map(({ server }) => server))];
    const listed = await Promise.all(servers.map((server) => tools.listTools(owner, server)));
    const known = new Map(listed.flat().map((tool) => [keyOf(tool), tool]));
    const scores = new Map(found.tools.map((tool) => [keyOf(tool), tool.score]));
    const best = found.tools.flatMap((tool) => known.get(keyOf(tool)) ?? []);
    const { server, kind, reason } = found.decision;
    return {
      tools: fitTools(best, tokenBudget).tools.map((tool) => ({
        server: tool.server,
        name: tool.name,
        title: tool.title,
        description: tool.description,
        input_schema: { ...tool.inputSchema },
        score: scores.get(keyOf(tool)) ?? 0,
        read_only: tool.readOnly,
      })),
      decision: { server, kind, reason },
    };
  };

  const callAgreed = async (owner: Owner, call: RegistryCall, signal: AbortSignal) => {
    const outcome = await tools.callTool(owner, call, { signal });
    const asked = askedCall(call, outcome);
    if (!asked || !(await confirmations.use(owner, asked))) return outcome;
    return tools.callTool(owner, asked, { signal });
  };

  return {
    areOffered: async (organisationId) => (await settings.read(organisationId)).offered_to_agents,
    async find(owner, { task, limit }, context) {
      await settings.requireOffered(owner.organisationId);
      return withinTime(toTimeLimit(context, searchTimeoutMs), (signal) =>
        find(owner, { query: task, limit, signal }),
      );
    },
    async call(owner, { server, name, arguments: given }, context) {
      const { offered_to_agents } = await callRates.consume(owner);
      const call = { server, tool: name, arguments: given };
      const outcome = offered_to_agents
        ? await withinTime(toTimeLimit(context, maxCallMs), (signal) =>
            callAgreed(owner, call, signal),
          )
        : notOffered;
      await auditReports.reportToolCall({
        owner,
        requestId: context.requestId,
        server,
        tool: name,
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
    async readResult(owner, id, offset) {
      await settings.requireOffered(owner.organisationId);
      const part = await tools.readResult(owner, id, { offset });
      if (!part) throw new AppError('not_found');
      const { nextOffset, ...read } = part;
      return { ...read, next_offset: nextOffset };
    },
  };
}

const unknownOutcome = 'It is not known whether the tool did its work.';

const notOffered: CallFailure = {
  kind: 'failure',
  code: 'not_allowed',
  message: notOfferedMessage,
  durationMs: 0,
};

function toTimeLimit(
  { signal, deadlineMs = Number.POSITIVE_INFINITY }: OfferedToolContext,
  maxMs: number,
) {
  return { signal, timeoutMs: Math.min(maxMs, deadlineMs) };
}

function keyOf({ server, name }: { readonly server: string; readonly name: string }): string {
  return JSON.stringify([server, name]);
}

/** Returns the call to which a person must agree first; undefined for every other outcome. */
function askedCall(call: RegistryCall, outcome: ToolAnswer | CallFailure): AskedCall | undefined {
  if (outcome.kind !== 'failure' || outcome.toolVersion === undefined) return undefined;
  return { ...call, agreedTo: outcome.toolVersion };
}

function describeOutcome(outcome: ToolAnswer | CallFailure): string {
  if (outcome.kind === 'failure') return outcome.code;
  return outcome.isError ? 'tool_error' : 'ok';
}

/** Returns the tool's own result, or the beginning of a result that is too large. */
function toOutcome({ content, structuredContent, isError, ...answer }: ToolAnswer): McpToolOutcome {
  const { text, rest, bytes } = answer;
  if (!rest && bytes <= maxWholeBytes) {
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
      : 'The result is too large to be given whole. text is its text without media.',
    text,
    result_id: rest?.resultId ?? null,
    next_offset: rest?.offset ?? null,
    characters: rest?.characters ?? countCodePoints(text),
  };
}
