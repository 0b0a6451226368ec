import { withSpan } from '@lectern/service';
import type { RagQueryInput, RagQueryOutput } from './rag-query-schemas.ts';

export interface RagQueryTracing {
  /** Version of the app. */
  readonly version: string;
  readonly serverName: string;
  /** Adds question, answer and passages to the trace. */
  readonly includeText: boolean;
}

/**
 * Runs a query in a span with the app's version, the server's name and the caller's ids, and adds
 * ids and scores of the passages afterwards.
 */
export function traceRagQuery(
  { version, serverName, includeText }: RagQueryTracing,
  input: RagQueryInput,
  run: () => Promise<RagQueryOutput>,
): Promise<RagQueryOutput> {
  const attributes = {
    'app.version': version,
    'mcp.server.name': serverName,
    ...(input.request_id && { 'lectern.request_id': input.request_id }),
    ...(input.session_id && { 'session.id': input.session_id }),
    ...(includeText && { 'lectern.question': input.question }),
  };
  return withSpan('rag_query_with_chunks', { attributes }, async (span) => {
    const output = await run();
    const { chunks, data } = output;
    span.setAttributes({
      'lectern.abstained': data.abstained,
      'lectern.chunk_ids': chunks.map(({ chunk_id }) => chunk_id),
      'lectern.chunk_scores': chunks.map(({ scores }) => JSON.stringify(scores)),
      'lectern.used_chunk_ids': output.used_chunk_ids,
      ...(includeText && {
        'lectern.answer': data.answer,
        'lectern.chunk_texts': chunks.map(({ text }) => text),
      }),
    });
    return output;
  });
}
