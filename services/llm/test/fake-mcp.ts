import { type Article, articlesRequestSchema } from '@lectern/contracts';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface SearchCall {
  readonly query: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly authorization: string | null;
}

/** Answer of `retrieve_context`. */
export type SearchAnswer = readonly Article[] | CallToolResult;

export interface FakeMcp extends ListeningApp {
  readonly calls: readonly SearchCall[];
}

/** An MCP server with `retrieve_context` alone, built on the real SDK. */
export async function startFakeMcp(
  answer: (call: SearchCall, signal: AbortSignal) => SearchAnswer | Promise<SearchAnswer>,
  { evidence = 0.9 }: { readonly evidence?: number } = {},
): Promise<FakeMcp> {
  const calls: SearchCall[] = [];
  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new McpServer({ name: 'fake', version: '1.0.0' });
    server.registerTool(
      'retrieve_context',
      { inputSchema: articlesRequestSchema, outputSchema: z.looseObject({}) },
      async (input, context) => {
        const call = {
          query: input.query,
          arguments: input,
          authorization: requestInfo?.headers.get('authorization') ?? null,
        };
        calls.push(call);
        const answered = await answer(call, context.mcpReq.signal);
        return isArticles(answered) ? toResult(input.query, answered, evidence) : answered;
      },
    );
    return server;
  });
  const serve = toNodeHandler(handler);
  const listening = await listenOnFreePort((request, response) => void serve(request, response));
  return { ...listening, calls };
}

function isArticles(answer: SearchAnswer): answer is readonly Article[] {
  return Array.isArray(answer);
}

/** A failure in the form of `retrieve_context`. */
export function createRetrievalFailure(code: string): CallToolResult {
  const error = { code, message: 'It failed.', request_id: 'r' };
  const failure = { error, articles: [] };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(failure) }] };
}

function toResult(query: string, articles: readonly Article[], evidence: number): CallToolResult {
  const output = {
    articles,
    metadata: {
      query,
      top_k_requested: 5,
      articles_count: articles.length,
      has_results: articles.length > 0,
      evidence: articles.length > 0 ? evidence : 0,
    },
  };
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
}
