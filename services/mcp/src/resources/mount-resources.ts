import type { Logger } from '@lectern/service';
import {
  type ListResourceTemplatesResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toToolCall } from '../calls/tool-call.ts';
import { evidenceAppResource, toEvidenceAppContents } from '../evidence-app/evidence-app.ts';
import type { Knowledge, KnowledgeCall } from '../knowledge/knowledge.ts';
import { toKnowledgeCall } from '../knowledge/knowledge-call.ts';
import { assertFirstPage } from '../server/first-page.ts';
import { documentPageUriTemplate, documentUriTemplate, parseDocumentUri } from './document-uri.ts';
import { listDocuments } from './list-documents.ts';
import { readDocument } from './read-document.ts';
import { toResourceError } from './resource-error.ts';

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

/** Addresses of documents. The ids come from the list of resources or from the tools. */
const resourceTemplates: ListResourceTemplatesResult['resourceTemplates'] = [
  {
    name: 'document',
    title: 'Document',
    uriTemplate: documentUriTemplate,
    description:
      'The text of a document, at most 50,000 characters from start on (0 when left out). A longer document names the address of its next part. id is document_id or kb_id in the answers of the tools.',
    mimeType: 'text/plain',
  },
  {
    name: 'document-page',
    title: 'Page of a document',
    uriTemplate: documentPageUriTemplate,
    description: 'The text of one page, counted from 1, of a document that has pages.',
    mimeType: 'text/plain',
  },
];
