import {
  AppError,
  type CollectionFilter,
  deadlineHeader,
  type ErrorCode,
  requestIdHeader,
  type SearchFailureReason,
  searchDocumentsFailureSchema,
  searchDocumentsOutputSchema,
} from '@lectern/contracts';
import { traceHeaders, withSpan } from '@lectern/service';
import {
  type CallToolResult,
  Client,
  type DiscoverResult,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type {
  CallContext,
  KnowledgeQuery,
  KnowledgeResult,
  KnowledgeSearch,
} from '../ports/knowledge-search.ts';

export interface McpKnowledgeOptions {
  /** The MCP service; `/mcp` is appended. */
  readonly serviceUrl: string;
  readonly version: string;
  /** For one call, connecting included. Longer than the service's own deadline. */
  readonly timeoutMs?: number;
}

const toolName = 'search_documents';
/** Passages asked for. */
const limit = 8;

/** Searches our own documents through the MCP service's `search_documents`. */
export function createMcpKnowledgeSearch({
  serviceUrl,
  version,
  timeoutMs = 35_000,
}: McpKnowledgeOptions): KnowledgeSearch {
  const url = new URL(`${serviceUrl}/mcp`);
  /** What the server said of itself, so that each call is one round trip. */
  let discovered: DiscoverResult | undefined;

  const argumentsOf = ({ query, collectionFilter }: KnowledgeQuery) => ({
    query,
    limit,
    ...(collectionFilter && { collection_filter: collectionFilter satisfies CollectionFilter }),
  });

  const call = async (query: KnowledgeQuery, { token, requestId, signal }: CallContext) => {
    const client = new Client(
      { name: 'lectern-llm', version },
      { versionNegotiation: { mode: 'auto' } },
    );
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: {
        headers: {
          ...traceHeaders(),
          authorization: `Bearer ${token}`,
          [requestIdHeader]: requestId,
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
      return await client.callTool({ name: toolName, arguments: argumentsOf(query) }, options);
    } catch (error) {
      discovered = undefined;
      throw error;
    } finally {
      await client.close().catch(() => undefined);
    }
  };

  const search = async (query: KnowledgeQuery, context: CallContext): Promise<KnowledgeResult> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([context.signal, timeout]);
    let result: CallToolResult;
    try {
      result = await call(query, { ...context, signal });
    } catch (error) {
      context.signal.throwIfAborted();
      throw new AppError(timeout.aborted ? 'search_timeout' : codeOf(error), undefined, {
        cause: error,
      });
    }
    if (result.isError) throw readFailure(result);
    return readResult(result);
  };

  return {
    server: 'lectern',
    tool: {
      name: toolName,
      description:
        "Search the team's documents for passages that answer a question. Write a query that stands for itself.",
      parameters: {
        type: 'object',
        properties: { query: { type: 'string', description: 'What to search for.' } },
        required: ['query'],
        additionalProperties: false,
      },
    },
    argumentsOf,
    search: (query: KnowledgeQuery, context: CallContext) =>
      withSpan(
        `mcp ${toolName}`,
        {},
        async (span) => {
          const found = await search(query, context);
          span.setAttribute('lectern.found', found.passages.length);
          return found;
        },
        { kind: 'client' },
      ),
  };
}

/** A person without the scope for tools is turned away; anything else says nothing of the caller. */
function codeOf(error: unknown): ErrorCode {
  return error instanceof SdkHttpError && error.status === 403 ? 'forbidden' : 'search_unavailable';
}

function readResult(result: CallToolResult): KnowledgeResult {
  const output = searchDocumentsOutputSchema.safeParse(result.structuredContent);
  if (!output.success) throw new AppError('search_unavailable', undefined, { cause: output.error });
  return {
    passages: output.data.results.flatMap(
      ({ content, document_title, relevance_score, metadata }) =>
        metadata
          ? [
              {
                documentId: metadata.document_id,
                chunkId: metadata.chunk_id,
                title: document_title,
                url: metadata.url,
                fileName: metadata.file_name,
                page: metadata.page,
                section: metadata.section,
                text: content,
                start: metadata.start,
                relevance: relevance_score,
              },
            ]
          : [],
    ),
    warnings: output.data.warnings ?? [],
    bytes: Buffer.byteLength(JSON.stringify(output.data)),
  };
}

const codeOfReason: Record<SearchFailureReason, ErrorCode> = {
  rag_service_unavailable: 'search_unavailable',
  embedding_unavailable: 'search_unavailable',
  rate_limited: 'search_unavailable',
  internal: 'search_unavailable',
  search_timeout: 'search_timeout',
  invalid_collection: 'collection_not_found',
  invalid_query: 'invalid_request',
  not_allowed: 'forbidden',
};

function readFailure(result: CallToolResult): AppError {
  const failure = searchDocumentsFailureSchema.safeParse(
    result.structuredContent ?? parseText(result),
  );
  if (!failure.success) {
    return new AppError('search_unavailable', undefined, { cause: failure.error });
  }
  const { reason } = failure.data.details;
  return new AppError(codeOfReason[reason], undefined, { cause: new Error(reason) });
}

function parseText(result: CallToolResult): unknown {
  const [content] = result.content;
  if (content?.type !== 'text') return undefined;
  try {
    return JSON.parse(content.text);
  } catch {
    return undefined;
  }
}
