import type { ParsedResearchRequest } from '@lectern/contracts';
import type { ToolCaller } from '../../clients/tool-caller.ts';
import { readToolFailure, toolMapping } from '../nodes/lookup.ts';

const timeoutMs = 3_000;
const refusals = new Set(['collection_not_found', 'forbidden']);

/**
 * Rejects the request before the run starts if the caller has no access to a collection, whether or
 * not the question turns out to need own documents. The run reports all other errors.
 * @throws AppError `collection_not_found`, `forbidden`.
 */
export async function requireCollections(
  callTool: ToolCaller,
  { query, collection_filter }: Pick<ParsedResearchRequest, 'query' | 'collection_filter'>,
  caller: { readonly token: string; readonly requestId: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!collection_filter) return;
  const { tool } = toolMapping.rag_search.search;
  const asked = { query, limit: 1, collection_filter };
  const answer = await callTool(tool, asked, { ...caller, timeoutMs }).catch(() => undefined);
  caller.signal.throwIfAborted();
  const failure = answer?.isError ? readToolFailure(answer) : undefined;
  if (failure && refusals.has(failure.code)) throw failure;
}
