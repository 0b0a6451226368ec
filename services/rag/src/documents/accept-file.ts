import { randomUUID } from 'node:crypto';
import type { StoredBlob } from '@lectern/blobs';
import type { AcceptedDocument } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import type { Access } from '../access/load-access.ts';
import type { Database, DocumentRow } from '../database/tables.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { publishDocuments } from '../outbox/publish-ingestion.ts';
import { assertDocumentQuotas } from '../quotas/document-quotas.ts';
import type { DocumentStores } from './document-stores.ts';
import { titleFromFileName } from './file-name.ts';
import { startWork } from './start-work.ts';

export interface ReceivedFile extends StoredBlob {
  readonly fileName: string;
  readonly mimeType: string;
  /** Address of the original. */
  readonly url?: string | undefined;
}

export interface SentFile {
  readonly collectionId: string;
  readonly file: ReceivedFile;
  readonly password: string | undefined;
}

/**
 * Records an upload whose bytes are stored. The same bytes in the same collection are the existing
 * document; a failed or cancelled one is retried.
 *
 * @throws AppError `quota_exceeded`.
 */
export async function acceptFile(
  stores: DocumentStores,
  access: Access,
  sent: SentFile,
): Promise<AcceptedDocument> {
  const { database } = stores;
  const { collectionId, file, password } = sent;
  // Between looking for the document and adding it, another request may add or delete it.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const existing = await findByContent(database, collectionId, file.sha256);
    if (existing) return acceptDuplicate(database, access, { existing, password });
    try {
      return await insertFile(stores, access, sent);
    } catch (error) {
      if (!isUniqueViolation(error, 'documents_content')) throw error;
    }
  }
  throw new Error('the document appeared and vanished three times');
}

async function insertFile(
  { database, blobs, quotas }: DocumentStores,
  access: Access,
  { collectionId, file, password }: SentFile,
): Promise<AcceptedDocument> {
  const id = randomUUID();
  const title = titleFromFileName(file.fileName);
  await database.transaction().execute(async (transaction) => {
    await claimBlobs(transaction, blobs, [file.sha256]);
    await transaction
      .insertInto('rag.documents')
      .values({
        id,
        organisation_id: access.organisationId,
        collection_id: collectionId,
        title,
        file_name: file.fileName,
        url: file.url ?? null,
        metadata: '{}',
        mime_type: file.mimeType,
        size: file.size,
        sha256: file.sha256,
        status: 'queued',
        created_by: access.userId,
      })
      .execute();
    await assertDocumentQuotas(transaction, access.organisationId, {
      quotas,
      added: { documents: 1, bytes: file.size },
    });
    await publishDocuments(transaction, access.organisationId, {
      items: [{ id, work: 1 }],
      password,
    });
  });
  return { id, status: 'queued', title, file_name: file.fileName, duplicate: false };
}

async function acceptDuplicate(
  database: Database,
  access: Access,
  { existing, password }: { existing: DocumentRow; password: string | undefined },
): Promise<AcceptedDocument> {
  const again = existing.status === 'failed' || existing.status === 'cancelled';
  const row = again
    ? await startWork(database, access.organisationId, { id: existing.id, password })
    : existing;
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    file_name: row.file_name,
    duplicate: true,
  };
}

async function findByContent(
  database: Database,
  collectionId: string,
  sha256: string,
): Promise<DocumentRow | undefined> {
  return database
    .selectFrom('rag.documents')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('sha256', '=', sha256)
    .where('external_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
