import type { Logger } from '@lectern/service';
import {
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toKnowledgeCall } from '../calls/knowledge-call.ts';
import { toToolCall } from '../calls/tool-call.ts';
import type { Knowledge, KnowledgeCall } from '../ports/knowledge.ts';
import { parseDocumentUri } from './document-uri.ts';
import { listDocuments } from './list-documents.ts';
import { readDocument } from './read-document.ts';
import { toResourceError } from './resource-error.ts';
import { resourceTemplates } from './resource-templates.ts';

export interface ResourceOptions {
  readonly knowledge: Knowledge;
  /** Time of one request. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/**
 * Documents as resources. The knowledge service checks the caller's rights at each request. The
 * SDK's own registration is passed by, since it knows no pages of a list.
 */
export function mountResources(server: Server, options: ResourceOptions): void {
  const { knowledge, timeoutMs, logger } = options;
  const run = async <Result>(
    context: ServerContext,
    uri: string | undefined,
    work: (call: KnowledgeCall) => Promise<Result>,
  ): Promise<Result> => {
    const call = toKnowledgeCall(toToolCall(context), timeoutMs);
    try {
      return await work(call);
    } catch (error) {
      logger.warn({ err: error, request_id: call.requestId }, 'a resource could not be given');
      throw toResourceError(error, uri);
    }
  };
  server.setRequestHandler('resources/list', ({ params }, context) =>
    run(context, undefined, (call) => listDocuments(knowledge, params?.cursor, call)),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    const address = parseDocumentUri(uri);
    if (!address) throw new ResourceNotFoundError(uri);
    return run(context, uri, (call) => readDocument(knowledge, address, call));
  });
}
