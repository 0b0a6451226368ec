import type { CompleteResult, Server } from '@modelcontextprotocol/server';
import { languages } from '../calls/languages.ts';
import { toToolCall } from '../calls/tool-call.ts';
import type { KnowledgeCall } from '../knowledge/knowledge.ts';
import { toKnowledgeCall } from '../knowledge/knowledge-call.ts';
import { documentPageUriTemplate, documentUriTemplate } from '../resources/document-uri.ts';
import type { ResourceOptions } from '../resources/mount-resources.ts';
import { toResourceError } from '../resources/resource-error.ts';

const maxValues = 20;
const nothing: CompleteResult = { completion: { values: [], hasMore: false } };

/** Completes a prompt's language, and the id of a document from a part of its title. */
export function mountCompletions(server: Server, options: ResourceOptions): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref, argument } = params;
    if (ref.type === 'ref/prompt') {
      if (argument.name !== 'language') return nothing;
      const values = languages.filter((language) => language.startsWith(argument.value));
      return { completion: { values, hasMore: false } };
    }
    const isOurs = ref.uri === documentUriTemplate || ref.uri === documentPageUriTemplate;
    if (!isOurs || argument.name !== 'id') return nothing;
    const call = toKnowledgeCall(toToolCall(context), options.timeoutMs);
    return completeDocumentId(options, argument.value, call);
  });
}

async function completeDocumentId(
  { knowledge, logger }: ResourceOptions,
  value: string,
  call: KnowledgeCall,
): Promise<CompleteResult> {
  const query = value.trim().slice(0, 200);
  try {
    const { documents, next_cursor } = await knowledge.listDocuments(
      { limit: maxValues, ...(query && { query }) },
      call,
    );
    return {
      completion: { values: documents.map(({ id }) => id), hasMore: next_cursor !== null },
    };
  } catch (error) {
    logger.warn({ err: error, request_id: call.requestId }, 'a completion failed');
    throw toResourceError(error);
  }
}
