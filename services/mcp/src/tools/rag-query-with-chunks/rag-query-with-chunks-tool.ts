import { normalizeError, toErrorBody } from '@lectern/service';
import type { DescribeFailure } from '../checked-tool.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';
import { ragQueryDescription } from './description.ts';
import { ragQueryInputSchema, ragQueryOutputSchema } from './rag-query-schemas.ts';
import { toRagQueryOutput } from './to-rag-query-output.ts';
import { type RagQueryTracing, traceRagQuery } from './trace-rag-query.ts';

export interface RagQueryToolOptions extends Omit<ReadingOptions, 'timeoutMs'> {
  /** Allows questions to be limited to collections. */
  readonly collectionFilter: boolean;
  readonly tracing: RagQueryTracing;
}

/** The knowledge service's timeout of one answer. */
const answerTimeoutMs = 300_000;

const plainInputSchema = ragQueryInputSchema.omit({ collection_filter: true });

/**
 * Creates `rag_query_with_chunks`, which returns an answer of the suite's own model with all found
 * passages. It needs the scope `chat` and stores nothing, so that each call uses the caller's
 * current rights. It is a model inside a tool: never offer it to the suite's own agent.
 */
export function createRagQueryTool(options: RagQueryToolOptions): Tool {
  const { knowledge, collectionFilter, tracing, logger } = options;
  return createReadingTool({
    logger,
    timeoutMs: answerTimeoutMs,
    name: 'rag_query_with_chunks',
    title: 'Ask and examine an answer',
    description: ragQueryDescription,
    inputSchema: collectionFilter ? ragQueryInputSchema : plainInputSchema,
    outputSchema: ragQueryOutputSchema,
    scope: 'chat',
    hasEvidence: true,
    read: (input, call) =>
      traceRagQuery(tracing, input, async () => {
        const { question, request_id, session_id } = input;
        logger.info(
          { request_id: call.requestId, caller_request_id: request_id, session_id },
          'a question is asked',
        );
        return toRagQueryOutput(question, await knowledge.ask(input, call));
      }),
    describeFailure: nothingAnswered,
  });
}

/** Returns the error within an output without an answer, in the form of `retrieve_context`. */
const nothingAnswered: DescribeFailure = (error, input, { requestId }) => {
  const { question } = Object(input) as { readonly question?: unknown };
  return {
    ...toErrorBody(normalizeError(error), { id: requestId }),
    metadata: { reranked_chunks: [] },
    data: { question: typeof question === 'string' ? question : '', answer: '' },
    chunks: [],
    used_chunk_ids: [],
  };
};
