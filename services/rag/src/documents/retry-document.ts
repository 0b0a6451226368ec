import { AppError, type Document, type RetryDocument } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { requireDocument } from './require-document.ts';
import { startWork } from './start-work.ts';
import { toDocument } from './to-document.ts';

/** Tries a failed or cancelled document again. Throws `document_state_conflict` in other states. */
export async function retryDocument(
  database: Database,
  access: Access,
  id: string,
  { password }: RetryDocument,
): Promise<Document> {
  const { status } = await requireDocument(database, access, id, 'write');
  if (status !== 'failed' && status !== 'cancelled') {
    throw new AppError(
      'document_state_conflict',
      `The document is ${status}; there is nothing to retry.`,
    );
  }
  return toDocument(await startWork(database, access.organisationId, id, { password }));
}
