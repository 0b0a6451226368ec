import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  legacyStatelessFallback,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { listenOnFreePort } from './listen-on-free-port.ts';

export interface OutsideTool extends Pick<Tool, 'name' | 'description' | 'title' | 'annotations'> {
  /** Default: an object with any members. */
  readonly inputSchema?: Tool['inputSchema'];
}

export interface OutsideCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders | Record<string, string>;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
}

export interface OutsideMcpOptions {
  readonly name?: string;
  /** Default: a free one, on 127.0.0.1. */
  readonly port?: number;
  readonly instructions?: string;
  readonly tools: readonly OutsideTool[];
  readonly prompts?: readonly { readonly name: string; readonly description: string }[];
  /** Default: the name of the tool. */
  readonly answer?: (
    call: OutsideCall,
  ) => CallToolResult | string | Promise<string | CallToolResult>;
  /** Supports the protocol of 2025 only. */
  readonly legacy?: boolean;
  /** Called first with every request; returns true if it answered. */
  readonly intercept?: (...request: Parameters<RequestListener>) => boolean | Promise<boolean>;
}

/** A request that the server received, without its parsing. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface OutsideMcp extends AsyncDisposable {
  /** Address of its MCP endpoint. */
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  readonly calls: readonly OutsideCall[];
  /** Replaces the tools and notifies listeners. */
  offer(tools: readonly OutsideTool[]): void;
}

/** Starts a real MCP server of a third party. */
export async function startOutsideMcp(options: OutsideMcpOptions): Promise<OutsideMcp> {
  let tools = options.tools;
  const seen: SeenRequest[] = [];
  const calls: OutsideCall[] = [];
  const createServer = () => {
    const server = new Server(
      { name: options.name ?? 'outside', version: '1.0.0' },
      {
        capabilities: { tools: { listChanged: true }, ...(options.prompts && { prompts: {} }) },
        ...(options.instructions !== undefined && { instructions: options.instructions }),
      },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: tools.map((tool) => ({ inputSchema: { type: 'object' as const }, ...tool })),
    }));
    if (options.prompts) {
      server.setRequestHandler('prompts/list', () => ({ prompts: [...(options.prompts ?? [])] }));
    }
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const call: OutsideCall = {
        tool: params.name,
        arguments: params.arguments ?? {},
        headers: Object.fromEntries(context.http?.req?.headers ?? []),
        signal: context.mcpReq.signal,
      };
      calls.push(call);
      const answer = (await options.answer?.(call)) ?? params.name;
      return typeof answer === 'string' ? { content: [{ type: 'text', text: answer }] } : answer;
    });
    return server;
  };
  const handler = createMcpHandler(createServer);
  const serve = toNodeHandler(
    options.legacy ? { ...handler, fetch: legacyStatelessFallback(createServer) } : handler,
  );
  const listening = await listenOnFreePort(async (request, response) => {
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
    });
    if (await options.intercept?.(request, response)) return;
    await serve(request, response);
  }, options.port);
  return {
    url: `${listening.url}/mcp`,
    seen,
    calls,
    offer(next) {
      tools = next;
      handler.notify.toolsChanged();
    },
    async [Symbol.asyncDispose]() {
      await handler.close();
      await listening[Symbol.asyncDispose]();
    },
  };
}
