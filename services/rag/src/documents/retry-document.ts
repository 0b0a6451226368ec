import {
  AppError,
  type Document,
  type DocumentStatus,
  type RetryDocument,
} from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { requireDocument } from './require-document.ts';
import { startWork } from './start-work.ts';
import { toDocument } from './to-document.ts';

const underWay: ReadonlySet<DocumentStatus> = new Set(['queued', 'parsing', 'indexing']);

/**
 * Ingests a document again: a failed or cancelled one, or a ready one, whose current revision
 * answers meanwhile.
 * @throws AppError `document_state_conflict` while it is being ingested.
 */
export async function retryDocument(
  database: Database,
  access: Access,
  { id, password }: RetryDocument & { readonly id: string },
): Promise<Document> {
  const { status } = await requireDocument(database, access, { id, permission: 'write' });
  if (underWay.has(status)) {
    throw new AppError('document_state_conflict', `The document is ${status} already.`);
  }
  return toDocument(await startWork(database, access.organisationId, { id, password }));
}
