import type { Passage } from '@lectern/answering';
import {
  AppError,
  type Article,
  articlesResponseSchema,
  type CollectionFilter,
  documentsServerName,
  type ErrorCode,
  isErrorCode,
  type Warning,
} from '@lectern/contracts';
import type { ModelTool } from '@lectern/models';
import { withinTime, withSpan } from '@lectern/service';
import { type CallToolResult, SdkHttpError } from '@modelcontextprotocol/client';
import { type CallContext, createToolCaller } from './tool-caller.ts';

export interface KnowledgeQuery {
  /** 1 to 2,000 characters. */
  readonly query: string;
  readonly collectionFilter: CollectionFilter | undefined;
}

export interface KnowledgeResult {
  /** Passages of the articles, article by article, the best article first. */
  readonly passages: readonly Passage[];
  /** Probability that the passages answer the query, 0 to 1. */
  readonly evidence: number;
  readonly articles: number;
  readonly warnings: readonly Warning[];
  /** Bytes of the tool's answer. */
  readonly bytes: number;
}

/** The suite's own documents, as a tool. */
export interface KnowledgeSearch {
  /** Name of the tool server in stored calls. */
  readonly server: string;
  /** The tool for a model, which chooses the query and nothing else. */
  readonly tool: ModelTool;
  /** Returns the arguments of a call, as they are stored. */
  argumentsOf(query: KnowledgeQuery): Record<string, unknown>;
  /**
   * @throws AppError `search_unavailable` or `search_timeout` when there is no answer,
   *   `collection_not_found`, `document_not_found` and `forbidden` when the caller may not ask this.
   */
  retrieve(query: KnowledgeQuery, context: CallContext): Promise<KnowledgeResult>;
}

export interface KnowledgeSearchOptions {
  /** The MCP service; `/mcp` is appended. */
  readonly serviceUrl: string;
  readonly version: string;
  /** For one call, connecting included. Longer than the service's own deadline. */
  readonly timeoutMs?: number;
}

const toolName = 'retrieve_context';

/** Reads our own documents through the MCP service's `retrieve_context`. */
export function createKnowledgeSearch({
  serviceUrl,
  version,
  timeoutMs = 35_000,
}: KnowledgeSearchOptions): KnowledgeSearch {
  const callTool = createToolCaller({ serviceUrl, version, timeoutMs });

  const argumentsOf = ({ query, collectionFilter }: KnowledgeQuery) => ({
    query,
    ...(collectionFilter && { collection_filter: collectionFilter }),
  });

  const retrieve = async (
    query: KnowledgeQuery,
    context: CallContext,
  ): Promise<KnowledgeResult> => {
    if (query.collectionFilter?.collection_ids?.length === 0) return nothing;
    const late = (cause: unknown) => new AppError('search_timeout', undefined, { cause });
    const limit = { signal: context.signal, timeoutMs, late };
    const result = await withinTime(limit, (signal) =>
      callTool(toolName, argumentsOf(query), { ...context, signal }).catch((cause: unknown) => {
        throw new AppError(codeOf(cause), undefined, { cause });
      }),
    );
    if (result.isError) throw readFailure(result);
    return readResult(result);
  };

  return {
    server: documentsServerName,
    tool: {
      name: toolName,
      description:
        "Find whole articles in the team's documents that answer a question. Write a query that stands for itself. Call it several times, each time from another angle, when the request is broad.",
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for: a question or a phrase.' },
        },
        required: ['query'],
        additionalProperties: false,
      },
    },
    argumentsOf,
    retrieve: (query, context) =>
      withSpan(`mcp ${toolName}`, { kind: 'client' }, async (span) => {
        const found = await retrieve(query, context);
        span.setAttribute('lectern.found', found.passages.length);
        return found;
      }),
  };
}

const nothing: KnowledgeResult = {
  passages: [],
  evidence: 0,
  articles: 0,
  warnings: [],
  bytes: 0,
};

/** A person without the scope for tools is rejected; other errors do not depend on the caller. */
function codeOf(error: unknown): ErrorCode {
  return error instanceof SdkHttpError && error.status === 403 ? 'forbidden' : 'search_unavailable';
}

function readResult(result: CallToolResult): KnowledgeResult {
  const output = articlesResponseSchema.safeParse(result.structuredContent);
  if (!output.success) throw new AppError('search_unavailable', undefined, { cause: output.error });
  return {
    passages: output.data.articles.flatMap(readPassages),
    evidence: output.data.metadata.evidence,
    articles: output.data.articles.length,
    warnings: output.data.metadata.warnings ?? [],
    bytes: Buffer.byteLength(JSON.stringify(output.data)),
  };
}

/** Returns the parts of an article, or the whole article without any. */
function readPassages({ kb_id, title, url, content, metadata }: Article): Passage[] {
  const document = {
    documentId: kb_id,
    title,
    url,
    fileName: metadata.file_name,
    mimeType: metadata.mime_type,
    version: metadata.version,
  };
  const characters = Array.from(content);
  const [best] = metadata.passages;
  const parts =
    metadata.parts ??
    (best
      ? [{ ...best, end: best.start + characters.length, at: 0, section: null, relevance: null }]
      : []);
  return parts.map(({ chunk_id, start, end, at, page, section, ...part }) => ({
    ...document,
    chunkId: chunk_id,
    page,
    pages: part.pages,
    section,
    text: characters.slice(at, at + (part.corrected_length ?? end - start)).join(''),
    start,
    ...(part.corrected_length !== undefined && { correctedUntil: end }),
    ...(part.relevance !== null && { relevance: part.relevance }),
  }));
}

/** Failures that the request caused; every other means that there is no answer now. */
const requestErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'collection_not_found',
  'document_not_found',
  'forbidden',
  'invalid_request',
  'search_timeout',
]);

function readFailure(result: CallToolResult): AppError {
  const code = readErrorCode(result);
  const cause = new Error(`${toolName} failed: ${code ?? 'in an unknown form'}`);
  const timedOut = code === 'deadline_exceeded';
  const known = code && requestErrorCodes.has(code) ? code : 'search_unavailable';
  return new AppError(timedOut ? 'search_timeout' : known, undefined, { cause });
}

function readErrorCode({ content: [first] }: CallToolResult): ErrorCode | undefined {
  if (first?.type !== 'text') return undefined;
  try {
    const code = JSON.parse(first.text).error?.code;
    return isErrorCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
