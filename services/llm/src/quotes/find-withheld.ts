import type { Withheld } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { ReadableDocuments, Reader } from '../ports/readable-documents.ts';

/** Why words of a document are not shown; undefined where they are. */
export type Withholding = (documentId: string) => Withheld | undefined;

/** Asks once about all documents whose words stand in what was stored. */
export type FindWithheld = (documentIds: readonly string[], reader: Reader) => Promise<Withholding>;

/**
 * By the rights that the reader has now, whatever was stored. While the knowledge service does not
 * answer, no quote is shown.
 */
export function createFindWithheld(documents: ReadableDocuments, logger: Logger): FindWithheld {
  return async (documentIds, reader) => {
    const wanted = [...new Set(documentIds)];
    if (wanted.length === 0) return () => undefined;
    try {
      const readable = new Set(await documents.find(wanted, reader));
      return (id) => (readable.has(id) ? undefined : 'document_unavailable');
    } catch (error) {
      logger.warn({ err: error, request_id: reader.requestId }, 'rights to quotes are unknown');
      return () => 'not_checked';
    }
  };
}
