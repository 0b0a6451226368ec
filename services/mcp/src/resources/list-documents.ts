import type { Document } from '@lectern/contracts';
import type { ListResourcesResult } from '@modelcontextprotocol/server';
import type { Knowledge, KnowledgeCall } from '../knowledge/knowledge.ts';
import { toDocumentUri } from './document-uri.ts';

const documentsPerPage = 100;

/** Returns a page of the documents that the caller may read, newest first. */
export async function listDocuments(
  knowledge: Knowledge,
  cursor: string | undefined,
  call: KnowledgeCall,
): Promise<ListResourcesResult> {
  const query = { limit: documentsPerPage, ...(cursor !== undefined && { cursor }) };
  const { documents, next_cursor } = await knowledge.listDocuments(query, call);
  return {
    resources: documents.map(toResource),
    ...(next_cursor !== null && { nextCursor: next_cursor }),
  };
}

function toResource(document: Document): ListResourcesResult['resources'][number] {
  const { id, title, file_name, page_count, updated_at } = document;
  const description = [file_name, page_count && `pages: ${page_count}`].filter(Boolean).join(', ');
  return {
    uri: toDocumentUri({ id }),
    name: file_name ?? title,
    title: title || file_name || id,
    ...(description && { description }),
    mimeType: 'text/plain',
    annotations: { lastModified: updated_at },
  };
}
