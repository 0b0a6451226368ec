import type { ListResourceTemplatesResult } from '@modelcontextprotocol/server';
import { documentPageUriTemplate, documentUriTemplate } from './document-uri.ts';

/** Addresses of documents. The ids come from the list of resources or from the tools. */
export const resourceTemplates: ListResourceTemplatesResult['resourceTemplates'] = [
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
