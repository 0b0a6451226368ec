import {
  type AssistantTool,
  deadlineHeader,
  ownAgentHeader,
  requestIdHeader,
} from '@lectern/contracts';
import { serviceFetch, traceHeaders } from '@lectern/service';
import {
  type CallToolResult,
  Client,
  type DiscoverResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** Credentials and deadline of a call. */
export interface CallContext {
  /** The person's internal token; it decides which documents and tools are found. */
  readonly token: string;
  /** Sent to the services behind, for their logs. */
  readonly requestId: string;
  /** Tools of outside servers to which the turn is limited. */
  readonly allowedTools?: readonly AssistantTool[] | undefined;
  readonly signal: AbortSignal;
}

export interface ToolCallerOptions {
  /** The MCP service; `/mcp` is appended. */
  readonly serviceUrl: string;
  readonly version: string;
  /** For one call, connecting included. */
  readonly timeoutMs: number;
}

/** One call of a tool of the suite's own MCP service, in the name of the token's owner. */
export type ToolCaller = (
  name: string,
  args: Record<string, unknown>,
  context: CallContext & {
    /** In place of the caller's own, for one call. */
    readonly timeoutMs?: number;
  },
) => Promise<CallToolResult>;

export function createToolCaller({
  serviceUrl,
  version,
  timeoutMs: defaultTimeoutMs,
}: ToolCallerOptions): ToolCaller {
  const url = new URL(`${serviceUrl}/mcp`);
  /** The server's description of itself, stored so that each call is one round trip. */
  let discovered: DiscoverResult | undefined;
  return async (name, args, { token, requestId, signal, timeoutMs = defaultTimeoutMs }) => {
    const client = new Client(
      { name: 'lectern-llm', version },
      { versionNegotiation: { mode: 'auto' } },
    );
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: serviceFetch,
      requestInit: {
        headers: {
          ...traceHeaders(),
          authorization: `Bearer ${token}`,
          [requestIdHeader]: requestId,
          [ownAgentHeader]: '1',
          [deadlineHeader]: String(timeoutMs),
        },
      },
    });
    const options = { signal, timeout: timeoutMs };
    try {
      await client.connect(transport, {
        ...options,
        ...(discovered && { prior: { kind: 'modern', discover: discovered } }),
      });
      discovered = client.getDiscoverResult();
      return await client.callTool({ name, arguments: args }, options);
    } catch (error) {
      discovered = undefined;
      throw error;
    } finally {
      await client.close().catch(() => undefined);
    }
  };
}
