import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Knowledge, KnowledgeCall } from '../knowledge/knowledge.ts';
import { findRange, readRange } from '../tools/get-document/read-range.ts';
import { type DocumentAddress, toDocumentUri } from './document-uri.ts';

/** Maximum code points of one read. The answer names the address of the rest. */
const maxCharacters = 50_000;
const mimeType = 'text/plain';

/**
 * Returns the text at an address. A second entry names the address of the rest.
 * @throws AppError `document_not_found`, and `not_found` for a missing page.
 */
export async function readDocument(
  knowledge: Knowledge,
  { id, page, start }: DocumentAddress,
  call: KnowledgeCall,
): Promise<ReadResourceResult> {
  const [document, text] = await Promise.all([
    knowledge.getDocument(id, call),
    knowledge.getDocumentText(id, call),
  ]);
  const range = findRange(text, { outline: [] }, { page, start });
  const end = Math.max(range.start, Math.min(range.end, range.start + maxCharacters));
  const next = end < range.end ? toDocumentUri({ id, start: end }) : null;
  return {
    contents: [
      {
        uri: toDocumentUri({ id, ...(page === undefined ? { start: range.start } : { page }) }),
        mimeType,
        text: readRange(text, { start: range.start, end }),
        _meta: {
          title: document.title,
          file_name: document.file_name,
          url: document.url,
          page_count: document.page_count,
          start: range.start,
          end,
          next_uri: next,
        },
      },
      ...(next
        ? [{ uri: next, mimeType, text: `[The document goes on. Read ${next} for more.]` }]
        : []),
    ],
  };
}
