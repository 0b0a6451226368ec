import type { McpServerFailure } from '@lectern/contracts';

/** What is sent along with each request to a server. */
export interface ServerCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
    readonly scope: string | undefined;
  } | null;
}

/** How a server is reached. */
export interface ServerConnection {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly url: string;
  readonly credentials: ServerCredentials;
  /** Changes with address and credentials. */
  readonly updatedAt: Date;
}

/** What a tool says of itself, within the limits of the catalogue. Untrusted. */
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

/** What a server offers. Untrusted. */
export interface Catalogue {
  readonly instructions: string;
  readonly tools: readonly (ToolDefinition & { readonly name: string })[];
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
}

/** A server's failure. Its message is a sentence of ours and holds nothing of the server's text. */
export class OutsideServerError extends Error {
  override readonly name = 'OutsideServerError';
  readonly reason: McpServerFailure;
  /** Seconds until the server takes calls again, where it told. */
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

/** For work whose time was up. */
export function toTimeout(cause: unknown): OutsideServerError {
  return new OutsideServerError('timeout', { cause });
}

const sentences: Record<McpServerFailure, string> = {
  address_refused: 'The address leads to a network that is not allowed.',
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

/** A part of a result, as MCP has it. Untrusted. */
export interface OutsideContent {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Untrusted. */
export interface OutsideAnswer {
  readonly isError: boolean;
  /** The tool's own parts, as it gave them. */
  readonly content: readonly OutsideContent[];
  readonly structuredContent: unknown;
  /** Text of all parts, structured content as JSON where there is no text. */
  readonly text: string;
  /** Of the whole answer as JSON. */
  readonly bytes: number;
}

/**
 * Talks to outside MCP servers: HTTP of both eras, or a local program. It sends the server's own
 * headers and credentials and nothing else of ours. Connections are kept while they are used.
 * Calls reject with {@link OutsideServerError} or the signal's reason.
 */
export interface OutsideServers {
  /** @throws OutsideServerError `address_refused` for an address that may never be asked; nobody is asked. */
  checkAddress(url: string): Promise<void>;
  /** Within the limits of the catalogue. */
  readCatalogue(server: ServerConnection, signal: AbortSignal): Promise<Catalogue>;
  callTool(server: ServerConnection, call: OutsideToolCall): Promise<OutsideAnswer>;
  /** Drops the connection of a server that was changed or removed. */
  forget(id: string): void;
  /** Called when a server says that its lists changed. */
  onListChanged(listener: (serverId: string) => void): void;
}
