import { randomUUID } from 'node:crypto';
import { AppError, type ToolOutcome } from '@lectern/contracts';
import type {
  KnowledgeQuery,
  KnowledgeResult,
  KnowledgeSearch,
} from '../clients/knowledge-search.ts';
import type { GraphContext } from '../graphs/graph-context.ts';
import { type StoredToolCall, toOutcomeFields } from '../ports/stored-tool-call.ts';

/** Error codes after which a later search may succeed. */
const unavailableCodes = new Set(['search_unavailable', 'search_timeout']);

export interface SearchCall {
  /** The model did not choose the query. */
  readonly forced: boolean;
  readonly context: GraphContext;
  readonly signal: AbortSignal;
}

/**
 * Calls the search and reports its start and end to the caller. Returns undefined when the search
 * is unavailable.
 *
 * @throws AppError for a request that the caller may not make, or the signal's reason.
 */
export async function callSearch(
  search: KnowledgeSearch,
  query: KnowledgeQuery,
  { forced, context: { turnId, token, emit }, signal }: SearchCall,
): Promise<KnowledgeResult | undefined> {
  emit({ type: 'tool_start', server: search.server, tool: search.tool.name });
  const started = performance.now();
  const report = (outcome?: ToolOutcome, stored?: Partial<StoredToolCall>) =>
    emit({
      type: 'tool_end',
      found: outcome?.kind === 'passages' ? countDocuments(stored?.result) : undefined,
      call: {
        id: randomUUID(),
        server: search.server,
        tool: search.tool.name,
        arguments: search.argumentsOf(query),
        duration_ms: Math.round(performance.now() - started),
        forced,
        resultBytes: 0,
        result: [],
        errorCode: undefined,
        ...toOutcomeFields(outcome),
        ...stored,
      },
    });
  try {
    const result = await search.retrieve(query, { token, requestId: turnId, signal });
    const ids = result.passages.map(({ documentId, chunkId }) => ({
      document_id: documentId,
      chunk_id: chunkId,
    }));
    const outcome = { kind: 'passages', articles: result.articles, passages: ids.length } as const;
    report(outcome, { resultBytes: result.bytes, result: ids });
    return result;
  } catch (error) {
    if (signal.aborted) {
      report();
      throw error;
    }
    const errorCode = error instanceof AppError ? error.code : 'internal';
    report({ kind: 'failure', code: errorCode }, { errorCode });
    if (unavailableCodes.has(errorCode)) return undefined;
    throw error;
  }
}

function countDocuments(result: unknown): number {
  const ids = result as readonly { readonly document_id: string }[];
  return new Set(ids.map(({ document_id }) => document_id)).size;
}
