import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Knowledge, KnowledgeCall } from '../knowledge/knowledge.ts';
import { joinPart } from '../tools/get-document/join-part.ts';
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
  const [document, part] = await Promise.all([
    knowledge.getDocument(id, call),
    knowledge.getDocumentText(id, { page, start, max_characters: maxCharacters }, call),
  ]);
  const { text, end, next_start, ...place } = joinPart(part, start);
  const next = next_start === null ? null : toDocumentUri({ id, start: next_start });
  return {
    contents: [
      {
        uri: toDocumentUri({ id, ...(page === undefined ? { start: place.start } : { page }) }),
        mimeType,
        text,
        _meta: {
          title: document.title,
          file_name: document.file_name,
          url: document.url,
          page_count: document.page_count,
          start: place.start,
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
