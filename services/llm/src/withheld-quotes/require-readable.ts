import { AppError } from '@lectern/contracts';
import type { Reader } from '../clients/readable-documents.ts';
import type { FindWithheld } from './find-withheld.ts';

/**
 * Checks that a person may still read the documents of an answer.
 *
 * @throws AppError `document_not_found`, or `service_unavailable` if the rights are unknown.
 */
export async function requireReadable(
  findWithheld: FindWithheld,
  documentIds: readonly string[],
  reader: Reader,
): Promise<void> {
  const why = await findWithheld(documentIds, reader);
  const reasons = documentIds.map(why);
  if (reasons.includes('document_unavailable')) throw new AppError('document_not_found');
  if (reasons.includes('not_checked')) throw new AppError('service_unavailable');
}
