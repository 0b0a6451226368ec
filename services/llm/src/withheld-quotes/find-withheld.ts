import type { Withheld } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { ReadableDocuments, Reader } from '../clients/readable-documents.ts';

/** Reason for withholding quotes of a document; undefined where they may be shown. */
export type Withholding = (documentId: string) => Withheld | undefined;

/** Checks all documents of stored quotes in one request. */
export type FindWithheld = (documentIds: readonly string[], reader: Reader) => Promise<Withholding>;

/**
 * Decides by the reader's current rights. While the knowledge service is unavailable, no quote is
 * shown.
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
