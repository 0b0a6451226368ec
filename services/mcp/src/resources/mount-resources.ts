import type { Logger } from '@lectern/service';
import {
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { evidenceAppResource, toEvidenceAppContents } from '../apps/evidence-app.ts';
import { toKnowledgeCall } from '../calls/knowledge-call.ts';
import { toToolCall } from '../calls/tool-call.ts';
import type { Knowledge, KnowledgeCall } from '../ports/knowledge.ts';
import { assertFirstPage } from '../server/first-page.ts';
import { parseDocumentUri } from './document-uri.ts';
import { listDocuments } from './list-documents.ts';
import { readDocument } from './read-document.ts';
import { toResourceError } from './resource-error.ts';
import { resourceTemplates } from './resource-templates.ts';

export interface ResourceOptions {
  readonly knowledge: Knowledge;
  /** Timeout of one request. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** The document of the app that shows evidence; undefined without the app. */
  readonly evidenceApp: string | undefined;
}

/**
 * Mounts documents as resources, after the app that shows evidence. The knowledge service checks
 * the caller's rights at each request. The SDK's own registration is not used, since it does not
 * support pages.
 */
export function mountResources(server: Server, options: ResourceOptions): void {
  const { knowledge, timeoutMs, logger, evidenceApp } = options;
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
    run(context, undefined, async (call) => {
      const cursor = params?.cursor || undefined;
      const page = await listDocuments(knowledge, cursor, call);
      if (evidenceApp === undefined || cursor !== undefined) return page;
      return { ...page, resources: [evidenceAppResource, ...page.resources] };
    }),
  );
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    assertFirstPage(params);
    return { resourceTemplates };
  });
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    if (evidenceApp !== undefined && uri === evidenceAppResource.uri) {
      return toEvidenceAppContents(evidenceApp);
    }
    const address = parseDocumentUri(uri);
    if (!address) throw new ResourceNotFoundError(uri);
    return run(context, uri, (call) => readDocument(knowledge, address, call));
  });
}
