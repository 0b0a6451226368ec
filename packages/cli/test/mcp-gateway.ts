import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { apiKey } from './fake-gateway.ts';

/** Stands in for the gateway's `/mcp`: a real MCP server that keeps no session. */
export class McpGateway implements AsyncDisposable {
  /** The revision that each request named. */
  readonly revisions: (string | undefined)[] = [];
  /** Told when the tool `wait` begins, and when its caller has gone. */
  readonly waiting = Promise.withResolvers<void>();
  readonly cancelled = Promise.withResolvers<void>();
  readonly #handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'fake', version: '1' });
    const inputSchema = z.object({ text: z.string() });
    server.registerTool('echo', { inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
    server.registerTool('wait', { inputSchema }, ({ text }, { mcpReq }) => {
      this.waiting.resolve();
      return new Promise((resolve) => {
        mcpReq.signal.addEventListener('abort', () => {
          this.cancelled.resolve();
          resolve({ content: [{ type: 'text', text }] });
        });
      });
    });
    return server;
  });
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  static async start(): Promise<McpGateway> {
    const gateway = new McpGateway();
    await gateway.listen();
    return gateway;
  }

  /** Listens, at the same port as before. */
  async listen(): Promise<void> {
    const serve = toNodeHandler(this.#handler);
    const server = createServer((request, response) => {
      if (request.headers.authorization !== `Bearer ${apiKey}`) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error":{"code":"unauthorized","message":"No.","request_id":"r"}}');
        return;
      }
      const revision = request.headers['mcp-protocol-version'];
      if (request.method === 'POST') this.revisions.push(revision as string | undefined);
      void serve(request, response);
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends every connection and refuses new ones. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#handler.close();
  }
}
