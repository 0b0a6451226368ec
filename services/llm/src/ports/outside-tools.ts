import type {
  AgentResultPart,
  AgentTool,
  AgentToolOutcome,
  FoundAgentServers,
  PendingApprovals,
} from '@lectern/contracts';
import type { CallContext } from './knowledge-search.ts';

export type FoundServers = FoundAgentServers['servers'];
export type RoutingDecision = FoundAgentServers['decision'];

/** A call of a connected client, without a conversation. */
export type ClientCall = PendingApprovals['approvals'][number];

export interface ServerSearch {
  /** 1 to 2,000 characters, any language. */
  readonly query: string;
  /** Maximum servers, 1 to 50. */
  readonly limit: number;
  /** The server in use is kept unless another one is better by a margin. */
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
export interface OutsideTools {
  /** Number of servers that the person may use; 0 if the service is unavailable. */
  countServers(context: CallContext): Promise<number>;
  /** Servers that fit, best first; undefined if the service is unavailable. */
  search(search: ServerSearch, context: CallContext): Promise<FoundAgentServers | undefined>;
  /** Tools of one server, best first. */
  selectTools(selection: ToolSelection, context: CallContext): Promise<readonly AgentTool[]>;
  /** Calls of connected clients that wait for the person; empty if the service is unavailable. */
  listClientCalls(context: CallContext): Promise<readonly ClientCall[]>;
  /** Undefined if the server or the tool is unknown or hidden. */
  findTool(server: string, name: string, context: CallContext): Promise<AgentTool | undefined>;
  /** Calls a tool at its server, once. A server's failure is part of the outcome. */
  callTool(call: OutsideCall, context: CallContext): Promise<AgentToolOutcome>;
  /** Undefined if the result has expired or belongs to another person. */
  readResult(part: WantedPart, context: CallContext): Promise<AgentResultPart | undefined>;
}
