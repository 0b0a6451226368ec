import { searchDocumentsInputSchema, searchDocumentsOutputSchema } from '@lectern/contracts';
import { type Logger, validate } from '@lectern/service';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import { createToolFailure, createToolResult } from '../tool-result.ts';
import { searchDocumentsArguments, searchDocumentsDescription } from './description.ts';
import {
  type CheckedSearchInput,
  defaultLimit,
  type SearchSettings,
  searchDocuments,
} from './search-documents.ts';
import { toSearchFailure } from './search-failure.ts';

export interface SearchDocumentsToolOptions {
  readonly knowledge: Knowledge;
  readonly settings: SearchSettings;
  /** Allows searches to be limited to collections. */
  readonly collectionFilter: boolean;
  readonly logger: Logger;
}

/** Creates `search_documents`, the suite's search for models. */
export function createSearchDocumentsTool(options: SearchDocumentsToolOptions): Tool {
  const { settings, logger } = options;
  const described = describeArguments(settings.maxResults);
  const inputSchema = options.collectionFilter
    ? described
    : described.omit({ collection_filter: true });
  return {
    name: 'search_documents',
    title: 'Search documents',
    description: searchDocumentsDescription,
    inputSchema,
    outputSchema: searchDocumentsOutputSchema,
    hasEvidence: true,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run(input, call) {
      try {
        const checked: CheckedSearchInput = validate(inputSchema, input ?? {});
        return createToolResult(await searchDocuments(options, checked, call));
      } catch (error) {
        const failure = toSearchFailure(error);
        logger.warn(
          { err: error, reason: failure.details.reason, request_id: call.requestId },
          'a search failed',
        );
        return createToolFailure(failure);
      }
    },
  };
}

const { query, limit, include_sources, collection_filter } = searchDocumentsInputSchema.shape;

function describeArguments(maxResults: number) {
  return searchDocumentsInputSchema.extend({
    query: query.meta(inLanguages(searchDocumentsArguments.query)),
    // A higher limit is cut with a warning, since models often exceed it.
    limit: limit.meta({
      ...inLanguages(searchDocumentsArguments.limit(maxResults)),
      maximum: maxResults,
      default: Math.min(defaultLimit, maxResults),
    }),
    include_sources: include_sources.meta(inLanguages(searchDocumentsArguments.includeSources)),
    collection_filter: collection_filter.meta(
      inLanguages(searchDocumentsArguments.collectionFilter),
    ),
  });
}
