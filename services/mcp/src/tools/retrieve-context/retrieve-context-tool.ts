import {
  type ArticlesRequest,
  articlesRequestSchema,
  articlesResponseSchema,
} from '@lectern/contracts';
import { normalizeError, toErrorBody } from '@lectern/service';
import type { z } from 'zod';
import type { DescribeFailure } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';
import { retrieveContextArguments, retrieveContextDescription } from './description.ts';

export interface RetrieveContextOptions extends ReadingOptions {
  /** Default number of articles of the knowledge service. */
  readonly usualTopK: number;
  /** Allows outside callers to limit a search to collections. */
  readonly collectionFilter: boolean;
}

/**
 * Creates `retrieve_context`, which returns the answer of `POST /rag/articles` to the same input.
 * The suite's own agent can always pass the collections of a conversation.
 */
export function createRetrieveContextTool({
  knowledge,
  usualTopK,
  collectionFilter,
  ...rest
}: RetrieveContextOptions): Tool {
  const create = (inputSchema: z.ZodType<ArticlesRequest> & z.ZodObject) =>
    createReadingTool({
      ...rest,
      name: 'retrieve_context',
      title: 'Retrieve articles',
      description: retrieveContextDescription,
      inputSchema,
      outputSchema: articlesResponseSchema,
      hasEvidence: true,
      read: (input, call) => knowledge.retrieveArticles(input as ArticlesRequest, call),
      describeFailure: nothingRetrieved,
    });
  const inputSchema = describeArguments(usualTopK);
  const tool = create(inputSchema);
  if (collectionFilter) return tool;
  const plain = create(inputSchema.omit({ collection_filter: true }));
  return { ...plain, run: (input, call) => (call.isOwnAgent ? tool : plain).run(input, call) };
}

const { query, top_k, collection_filter } = articlesRequestSchema.shape;

function describeArguments(usualTopK: number) {
  return articlesRequestSchema.extend({
    query: query.meta(inLanguages(retrieveContextArguments.query)),
    top_k: top_k.meta(inLanguages(retrieveContextArguments.topK(usualTopK))),
    collection_filter: collection_filter.meta(
      inLanguages(retrieveContextArguments.collectionFilter),
    ),
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
