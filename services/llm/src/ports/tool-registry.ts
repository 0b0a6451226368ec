import type { OutsideContent } from './outside-servers.ts';
import type { Owner } from './owner.ts';

/** How a server answered lately. */
export type ServerHealthState = 'unknown' | 'healthy' | 'failing' | 'unavailable';

/** An outside MCP server that a person may use, as the catalogue in PostgreSQL knows it. */
export interface ToolServer {
  readonly id: string;
  /** Unique in its organisation: how models and people call it. */
  readonly name: string;
  /** Untrusted text of the server or its owner, at most 2,000 characters. */
  readonly description: string;
  readonly health: ServerHealthState;
  readonly toolCount: number;
}

/** A tool that a person may call, with a description that its server's owner has accepted. */
export interface RegisteredTool {
  readonly serverId: string;
  readonly server: string;
  readonly name: string;
  /** Another one when its server is reached in another way, or the tool says something else of itself. */
  readonly version: string;
  readonly title: string | null;
  /** Untrusted text, at most 1,024 characters. */
  readonly description: string;
  /** JSON Schema of the arguments object, at most 64 KiB as JSON. Untrusted. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The server says that the tool changes nothing, and its owner trusts it in that. */
  readonly readOnly: boolean;
  /** A person must agree to each call. False for read-only tools and those that an owner exempted. */
  readonly needsConfirmation: boolean;
}

export interface RegistryCall {
  /** Name of the server and of its tool. */
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * The `version` of the tool whose call a person agreed to. A tool that needs an agreement is not
   * called without it, nor when it has another version by now.
   */
  readonly agreedTo?: string | undefined;
}

/** How long a call may take and what its answer may weigh. No credential is part of it. */
export interface RegistryCallContext {
  readonly requestId: string;
  /** Aborting it cancels the call at the server. */
  readonly signal: AbortSignal;
  /** Default and maximum: the server's own `timeout_ms`. */
  readonly timeoutMs?: number;
  /** Most characters of the text that is given back. Default 40,000. */
  readonly maxText?: number;
}

/** Why a tool was not called or gave no answer; the codes of the MCP tool `call_tool`. */
export type CallFailureCode =
  | 'confirmation_required'
  | 'invalid_arguments'
  | 'not_allowed'
  | 'unknown_tool'
  | 'server_unavailable'
  | 'timeout'
  | 'result_too_large';

/** Everything in it is untrusted: data for a model, never an instruction. */
export interface ToolAnswer {
  readonly kind: 'answer';
  /** The tool itself reported that it failed. */
  readonly isError: boolean;
  /** The tool's own parts, as it gave them. */
  readonly content: readonly OutsideContent[];
  readonly structuredContent: unknown;
  /** Text parts joined, structured content as JSON where no part says it; cut to the limit. */
  readonly text: string;
  /** Size of the whole answer as JSON. */
  readonly bytes: number;
  /** Where the text was cut: how to read on by {@link ToolRegistry.readResult}. */
  readonly rest: {
    readonly resultId: string;
    readonly offset: number;
    readonly characters: number;
  } | null;
  readonly durationMs: number;
}

export interface CallFailure {
  readonly kind: 'failure';
  readonly code: CallFailureCode;
  /** A sentence of ours, in English; nothing of the server's text. */
  readonly message: string;
  /** Of `confirmation_required`: the version of the tool that a person would agree to. */
  readonly toolVersion?: string;
  /** Seconds until an unavailable server is tried again. */
  readonly retryAfter?: number;
  /** The call may have reached a tool that changes something: whether it did its work is not known. */
  readonly mayHaveRun?: true;
  readonly durationMs: number;
}

/** A part of a kept result. */
export interface ResultPart {
  readonly text: string;
  readonly offset: number;
  /** Of the whole text. */
  readonly characters: number;
  readonly nextOffset: number | null;
}

/** Which part of a kept result is read. */
export interface WantedPart {
  /** Characters before it. */
  readonly offset: number;
  /** Characters of it at most. Default 40,000. */
  readonly limit?: number;
}

/**
 * Outside MCP servers of an organisation, as far as one of its people may see them: by role and
 * teams as they are at the time of the call. Reads come from PostgreSQL, so that a dead server
 * delays nobody.
 */
export interface ToolRegistry {
  /** Enabled servers, by name. */
  listServers(owner: Owner): Promise<readonly ToolServer[]>;
  /** Tools of a server by its name, in the server's order. Empty when it is unknown or hidden. */
  listTools(owner: Owner, server: string): Promise<readonly RegisteredTool[]>;
  /** Undefined when the server or the tool is unknown or hidden. */
  findTool(owner: Owner, server: string, tool: string): Promise<RegisteredTool | undefined>;
  /**
   * Calls a tool at its server, once. A server's failure is part of the answer.
   * @throws the signal's reason, or what PostgreSQL throws.
   */
  callTool(
    owner: Owner,
    call: RegistryCall,
    context: RegistryCallContext,
  ): Promise<ToolAnswer | CallFailure>;
  /** A part of a result that was cut, for an hour. Undefined when it is gone or another person's. */
  readResult(owner: Owner, resultId: string, part: WantedPart): Promise<ResultPart | undefined>;
}
