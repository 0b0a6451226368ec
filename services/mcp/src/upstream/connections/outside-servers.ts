import type { McpServerFailure } from '@lectern/contracts';

/** Credentials of each request of a server. */
export interface ServerCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Query of the address with its question mark. Absent: none. */
  readonly query?: string | undefined;
  readonly oauth: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
    readonly scope: string | undefined;
  } | null;
}

/** Address and credentials of a server. */
export interface ServerConnection {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  /** Without its query, which is a credential. */
  readonly url: string;
  /** @throws OutsideServerError `unauthorized` if the credentials belong to another address. */
  openCredentials(): ServerCredentials;
  /** Changes with address and credentials. */
  readonly updatedAt: Date;
}

/** The definition of a tool within the limits of the catalogue. Untrusted. */
export interface ToolDefinition {
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}

export interface NamedText {
  readonly name: string;
  readonly description: string;
}

/** The lists of a server. Untrusted. */
export interface Catalogue {
  readonly instructions: string;
  readonly tools: readonly (ToolDefinition & { readonly name: string })[];
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
}

/** A failure of a server. The message is a sentence of ours without text of the server. */
export class OutsideServerError extends Error {
  override readonly name = 'OutsideServerError';
  readonly reason: McpServerFailure;
  /** Seconds until the server accepts calls again, if known. */
  readonly retryAfter: number | undefined;

  constructor(
    reason: McpServerFailure,
    { retryAfter, ...options }: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(sentences[reason], options);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Returns the error of an exceeded timeout. */
export function toTimeout(cause: unknown): OutsideServerError {
  return new OutsideServerError('timeout', { cause });
}

const sentences: Record<McpServerFailure, string> = {
  address_refused:
    'A private or plain http address needs its host in the setting MCP_ALLOW_PRIVATE_HOSTS.',
  unauthorized: 'The server does not accept the credentials.',
  unreachable: 'The server cannot be reached.',
  garbage: 'What the server answers is not MCP.',
  too_large: 'The answer of the server is too large.',
  timeout: 'The server did not answer in time.',
  busy: 'Too many calls of this server are under way.',
  rate_limited: 'The server takes no more calls for now.',
  refused_arguments: 'The server refuses the call.',
};

export interface OutsideToolCall {
  readonly tool: string;
  readonly definition: ToolDefinition;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** Aborting it cancels the call at the server. */
  readonly signal: AbortSignal;
}

/** A content part of an MCP result. Untrusted. */
export interface OutsideContent {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Untrusted. */
export interface OutsideAnswer {
  readonly isError: boolean;
  /** The tool's own parts, unchanged; none of an answer above 1 MiB. */
  readonly content: readonly OutsideContent[];
  readonly structuredContent: unknown;
  /** Text of all parts, or structured content as JSON if there is none. */
  readonly text: string;
  /** Size of the whole answer as JSON. */
  readonly bytes: number;
}

/**
 * Client of outside MCP servers over HTTP of both protocol eras, or of local programs. It sends the
 * server's own headers and credentials and nothing of ours. Connections in use stay open.
 * @throws OutsideServerError, or the signal's reason.
 */
export interface OutsideServers {
  /**
   * Checks an address without a request.
   * @throws OutsideServerError `address_refused` for a forbidden address.
   */
  checkAddress(url: string): Promise<void>;
  /** Reads a catalogue within its limits. */
  readCatalogue(server: ServerConnection, signal: AbortSignal): Promise<Catalogue>;
  /** Calls a tool. Its answer counts as in hand until `use` ends. */
  callTool<Result>(
    server: ServerConnection,
    call: OutsideToolCall,
    use: (answer: OutsideAnswer) => Promise<Result> | Result,
  ): Promise<Result>;
  /** Closes the connection of a changed or removed server. */
  forget(id: string): void;
  /** Registers a listener for servers whose lists changed. */
  onListChanged(listener: (serverId: string) => void): void;
}
