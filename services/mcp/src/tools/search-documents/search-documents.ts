import {
  AppError,
  type FoundChunk,
  type SearchDocumentsOutput,
  type searchDocumentsInputSchema,
  type Warning,
} from '@lectern/contracts';
import type { z } from 'zod';
import type { ToolCall } from '../../calls/tool-call.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toKnowledgeCall } from '../../knowledge/knowledge-call.ts';

export interface SearchSettings {
  /** Timeout of one search, including retries. */
  readonly timeoutMs: number;
  readonly maxResults: number;
  /** False: semantic search alone. */
  readonly hybrid: boolean;
}

/** Passages where the caller names no number. */
export const defaultLimit = 10;

export type CheckedSearchInput = z.output<typeof searchDocumentsInputSchema>;

/**
 * Searches in the caller's name.
 * @throws AppError
 */
export async function searchDocuments(
  { knowledge, settings }: { readonly knowledge: Knowledge; readonly settings: SearchSettings },
  input: CheckedSearchInput,
  call: ToolCall,
): Promise<SearchDocumentsOutput> {
  const { query, limit, include_sources, collection_filter } = input;
  const answer = await knowledge.search(
    {
      query,
      limit: Math.min(limit ?? defaultLimit, settings.maxResults),
      include_metadata: true,
      mode: settings.hybrid ? 'hybrid' : 'dense',
      ...(collection_filter && { collection_filter }),
    },
    toKnowledgeCall(call, settings.timeoutMs),
  );
  const warnings = [...limitWarnings(limit, settings.maxResults), ...answer.warnings];
  return {
    results: answer.chunks.map((chunk) => toResult(chunk, include_sources)),
    total_results: answer.chunks.length,
    search_time_ms: answer.search_time_ms,
    ...(warnings.length > 0 && { warnings }),
  };
}

function toResult(
  chunk: FoundChunk,
  includeSources: boolean,
): SearchDocumentsOutput['results'][number] {
  const { scores, metadata } = chunk;
  if (!scores || !metadata) {
    throw new AppError('upstream_failed', 'A passage came without its scores or metadata.');
  }
  return {
    content: chunk.text,
    ...(chunk.corrected && { corrected: true }),
    document_title: chunk.document_title,
    collection: chunk.collection_name,
    relevance_score: scores.relevance,
    ...(includeSources && {
      metadata: {
        page: metadata.page,
        pages: metadata.pages,
        section: metadata.section,
        document_id: chunk.document_id,
        chunk_id: chunk.id,
        start: metadata.start,
        end: metadata.end,
        file_name: metadata.file_name,
        mime_type: metadata.mime_type,
        version: metadata.version,
        url: metadata.url,
      },
    }),
  };
}

function limitWarnings(limit: number | undefined, maxResults: number): Warning[] {
  if (limit === undefined || limit <= maxResults) return [];
  return [{ code: 'limit_reduced', message: `At most ${maxResults} results are given.` }];
}
