import { articlesRequestSchema, articlesResponseSchema } from '@lectern/contracts';
import { normalizeError, toErrorBody } from '@lectern/service';
import type { DescribeFailure } from '../checked-tool.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';
import { retrieveContextArguments, retrieveContextDescription } from './description.ts';

const { query, top_k, collection_filter } = articlesRequestSchema.shape;
const inputSchema = articlesRequestSchema.extend({
  query: query.describe(retrieveContextArguments.query),
  top_k: top_k.describe(retrieveContextArguments.topK),
  collection_filter: collection_filter.describe(retrieveContextArguments.collectionFilter),
});

/**
 * Creates `retrieve_context`, which returns the answer of `POST /rag/articles` to the same input.
 */
export function createRetrieveContextTool({ knowledge, ...rest }: ReadingOptions): Tool {
  return createReadingTool({
    ...rest,
    name: 'retrieve_context',
    title: 'Retrieve articles',
    description: retrieveContextDescription,
    inputSchema,
    outputSchema: articlesResponseSchema,
    hasEvidence: true,
    read: (input, call) => knowledge.retrieveArticles(input, call),
    describeFailure: nothingRetrieved,
  });
}

/**
 * Returns the error of `POST /rag/articles` within an answer without articles, so that both kinds
 * of readers can parse it.
 */
const nothingRetrieved: DescribeFailure = (error, input, { requestId }) => {
  const given = typeof input === 'object' ? (input as Record<string, unknown> | null) : null;
  return {
    ...toErrorBody(normalizeError(error), { id: requestId }),
    articles: [],
    metadata: {
      query: typeof given?.query === 'string' ? given.query : '',
      top_k_requested: typeof given?.top_k === 'number' ? given.top_k : null,
      articles_count: 0,
      has_results: false,
    },
  };
};
