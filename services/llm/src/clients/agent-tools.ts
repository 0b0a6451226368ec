import {
  type AgentResultPart,
  type AgentTool,
  type AgentToolOutcome,
  AppError,
  deadlineHeader,
  type FoundAgentServers,
  type InsideEndpoint,
  insideEndpoints,
  type PendingApprovals,
  requestIdHeader,
} from '@lectern/contracts';
import { readRefusal } from '@lectern/contracts/client';
import { callService, type Logger } from '@lectern/service';
import type { z } from 'zod';
import type { CallContext } from './tool-caller.ts';

export type FoundServers = FoundAgentServers['servers'];
export type RoutingDecision = FoundAgentServers['decision'];

/** A call of a connected client, without a conversation. */
export type ClientCall = PendingApprovals['approvals'][number];

export interface ServerSearch {
  /** 1 to 2,000 characters, any language. */
  readonly query: string;
  /** Maximum servers, 1 to 50. */
  readonly limit: number;
  /** The current server stays unless another one is better by a margin. */
  readonly currentServer?: string;
}

export interface ToolSelection {
  readonly server: string;
  /** The task of the tools. */
  readonly query: string;
  /** Maximum tokens of all names, descriptions and schemas together. */
  readonly tokenBudget: number;
}

export interface OutsideCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The version of the tool to which the person agreed. */
  readonly agreedTo?: string | undefined;
  /** Maximum characters of the text; the rest can be read for an hour. */
  readonly maxText: number;
}

export interface WantedPart {
  readonly resultId: string;
  readonly offset: number;
  /** Maximum characters. */
  readonly limit: number;
}

/**
 * Tools of outside MCP servers, as far as the person of the token may use them at the time of the
 * call.
 *
 * @throws AppError the service's own, or `service_unavailable`; the signal's reason.
 */
export interface AgentTools {
  /** Number of servers that the person may use; 0 if the service is unavailable. */
  countServers(context: CallContext): Promise<number>;
  /** Servers that fit, best first; undefined if the service is unavailable. */
  search(search: ServerSearch, context: CallContext): Promise<FoundAgentServers | undefined>;
  /** Tools of one server, best first. */
  selectTools(selection: ToolSelection, context: CallContext): Promise<readonly AgentTool[]>;
  /** Calls of connected clients that wait for the person, and the number of those that are too large; null if it is unknown. */
  listClientCalls(
    context: CallContext,
  ): Promise<{ readonly calls: readonly ClientCall[]; readonly omitted: number | null }>;
  /** Undefined if the server or the tool is unknown or hidden. */
  findTool(server: string, name: string, context: CallContext): Promise<AgentTool | undefined>;
  /** Calls a tool at its server, once. A server's failure is part of the outcome. */
  callTool(call: OutsideCall, context: CallContext): Promise<AgentToolOutcome>;
  /** Undefined if the result has expired or belongs to another person. */
  readResult(part: WantedPart, context: CallContext): Promise<AgentResultPart | undefined>;
}

export interface AgentToolsOptions {
  /** The MCP service. */
  readonly url: string;
  readonly logger: Logger;
}

const readTimeoutMs = 10_000;
/** As long as a server may be given for one call. */
const callTimeoutMs = 300_000;
/** The service reports its own deadline first. */
const graceMs = 2_000;
/** A text of 40,000 characters or the schemas of one selection. */
const maxAnswerBytes = 4 * 1_048_576;
const maxQueryLength = 2_000;

type AnsweringEndpoint = InsideEndpoint & { readonly response: z.ZodType };

/** The outside servers of the MCP service over HTTP. No request is repeated: a call may change something. */
export function createAgentTools({ url, logger }: AgentToolsOptions): AgentTools {
  const ask = async <E extends AnsweringEndpoint>(
    endpoint: E,
    { token, requestId, signal }: CallContext,
    { body, timeoutMs = readTimeoutMs }: { body?: unknown; timeoutMs?: number } = {},
  ): Promise<z.output<E['response']>> => {
    try {
      const response = await callService(endpoint, {
        url,
        token,
        headers: { [requestIdHeader]: requestId, [deadlineHeader]: String(timeoutMs) },
        body,
        signal,
        timeoutMs: timeoutMs + graceMs,
        maxAnswerBytes,
      });
      const answer: unknown = await response.json();
      if (response.ok) return endpoint.response.parse(answer) as z.output<E['response']>;
      throw readRefusal({
        status: response.status,
        body: answer,
        retryAfter: response.headers.get('retry-after'),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw new AppError('service_unavailable', undefined, { cause: error });
    }
  };
  /**
   * A turn continues with the documents while the service is unavailable, where it has no database,
   * and where the caller's key has no scope for outside tools.
   */
  const askIfAvailable = async <E extends AnsweringEndpoint>(
    endpoint: E,
    context: CallContext,
    options?: { body: unknown },
  ): Promise<z.output<E['response']> | undefined> => {
    try {
      return await ask(endpoint, context, options);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isWithout = error.status === 404 || error.status === 403;
      if (error.status < 500 && !isWithout) throw error;
      if (!isWithout) {
        logger.warn({ err: error, request_id: context.requestId }, 'outside tools are unavailable');
      }
      return undefined;
    }
  };

  return {
    countServers: async (context) =>
      context.allowedTools?.length === 0
        ? 0
        : ((await askIfAvailable(insideEndpoints.countAgentServers, context))?.count ?? 0),
    search: ({ query, limit, currentServer: current_server }, context) =>
      askIfAvailable(insideEndpoints.searchAgentTools, context, {
        body: {
          query: query.slice(0, maxQueryLength),
          limit,
          current_server,
          allowed: context.allowedTools,
        },
      }),
    async selectTools({ server, query, tokenBudget: token_budget }, context) {
      const { allowedTools: allowed } = context;
      const body = { server, query: query.slice(0, maxQueryLength), token_budget, allowed };
      return (await ask(insideEndpoints.selectAgentTools, context, { body })).tools;
    },
    async listClientCalls(context) {
      const found = await askIfAvailable(insideEndpoints.listClientCalls, context);
      const calls = found?.confirmations ?? [];
      return {
        calls: calls.map((call) => ({ ...call, conversation_id: null })),
        omitted: found?.omitted ?? null,
      };
    },
    async findTool(server, name, context) {
      const body = { server, name, allowed: context.allowedTools };
      return (await ask(insideEndpoints.findAgentTool, context, { body })).tool ?? undefined;
    },
    callTool: ({ server, tool, arguments: given, agreedTo, maxText }, context) =>
      ask(insideEndpoints.callAgentTool, context, {
        body: {
          server,
          name: tool,
          arguments: given,
          agreed_to: agreedTo,
          max_text: maxText,
          allowed: context.allowedTools,
        },
        timeoutMs: callTimeoutMs,
      }),
    async readResult({ resultId, offset, limit }, context) {
      const body = { result_id: resultId, offset, limit };
      return (await ask(insideEndpoints.readAgentResult, context, { body })).part ?? undefined;
    },
  };
}
