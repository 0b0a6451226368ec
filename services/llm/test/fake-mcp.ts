import { type SearchDocumentsOutput, searchDocumentsInputSchema } from '@lectern/contracts';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface SearchCall {
  readonly query: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly authorization: string | null;
}

/** What a call of `search_documents` is answered with. */
export type SearchAnswer = SearchDocumentsOutput['results'] | CallToolResult;

export interface FakeMcp extends ListeningApp {
  readonly calls: readonly SearchCall[];
}

/** An MCP server with `search_documents` alone, built on the real SDK. */
export async function startFakeMcp(
  answer: (call: SearchCall, signal: AbortSignal) => SearchAnswer | Promise<SearchAnswer>,
): Promise<FakeMcp> {
  const calls: SearchCall[] = [];
  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new McpServer({ name: 'fake', version: '1.0.0' });
    server.registerTool(
      'search_documents',
      { inputSchema: searchDocumentsInputSchema, outputSchema: z.looseObject({}) },
      async (input, context) => {
        const call = {
          query: input.query,
          arguments: input,
          authorization: requestInfo?.headers.get('authorization') ?? null,
        };
        calls.push(call);
        const answered = await answer(call, context.mcpReq.signal);
        return Array.isArray(answered) ? toResult(answered) : (answered as CallToolResult);
      },
    );
    return server;
  });
  const serve = toNodeHandler(handler);
  const listening = await listenOnFreePort((request, response) => void serve(request, response));
  return { ...listening, calls };
}

export function createSearchFailure(reason: string): CallToolResult {
  const failure = { error: 'search_failed', message: 'It failed.', details: { reason } };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(failure) }] };
}

function toResult(results: SearchDocumentsOutput['results']): CallToolResult {
  const output = { results, total_results: results.length, search_time_ms: 1 };
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
}
