import { createHash, randomUUID } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import {
  type AcceptedDocument,
  type AcceptedDocuments,
  AppError,
  type TextDocument,
} from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { DatabaseTransaction, DocumentRow, NewDocumentRow } from '../database/tables.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { discardBlobs } from '../originals/discard-blobs.ts';
import { publishDocuments, type WorkItem } from '../outbox/publish-ingestion.ts';
import { assertDocumentQuotas } from '../quotas/document-quotas.ts';
import type { DocumentStores } from './document-stores.ts';
import { queuedAgain } from './start-work.ts';

interface HashedDocument extends TextDocument {
  readonly sha256: string;
  readonly size: number;
}

const blobsAtOnce = 16;

/**
 * Records text documents by their `external_id`: a new one is added, changed content becomes a new
 * version, the same content is a no-op. Records all of a request or nothing.
 *
 * @throws AppError `quota_exceeded`.
 */
export async function addTextDocuments(
  stores: DocumentStores,
  access: Access,
  {
    collectionId,
    documents,
  }: { readonly collectionId: string; readonly documents: readonly TextDocument[] },
): Promise<AcceptedDocuments> {
  refuseRepeatedIds(documents);
  const { database, blobs } = stores;
  const stored = await storeTexts(blobs, documents);
  // A second try finds documents that another request has inserted in between.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database
        .transaction()
        .execute((transaction) =>
          recordTexts(transaction, access, { ...stores, collectionId, documents: stored }),
        );
    } catch (error) {
      if (attempt < 3 && isUniqueViolation(error, 'documents_external_id')) continue;
      const put = stored.map(({ sha256 }) => sha256);
      await discardBlobs(database, blobs, put).catch(() => undefined);
      throw error;
    }
  }
}

function refuseRepeatedIds(documents: readonly TextDocument[]): void {
  const seen = new Set<string>();
  for (const [index, { external_id }] of documents.entries()) {
    if (seen.has(external_id)) {
      const field = `documents.${index}.external_id`;
      throw new AppError('invalid_request', `${field}: is used twice`, { details: { field } });
    }
    seen.add(external_id);
  }
}

async function storeTexts(
  blobs: BlobStore,
  documents: readonly TextDocument[],
): Promise<HashedDocument[]> {
  const stored: HashedDocument[] = [];
  for (let from = 0; from < documents.length; from += blobsAtOnce) {
    const batch = documents.slice(from, from + blobsAtOnce);
    stored.push(
      ...(await Promise.all(
        batch.map(async (document) => ({
          ...document,
          ...(await blobs.put(Buffer.from(document.text, 'utf8'))),
        })),
      )),
    );
  }
  return stored;
}

interface TextRecording extends DocumentStores {
  readonly collectionId: string;
  readonly documents: readonly HashedDocument[];
}

async function recordTexts(
  transaction: DatabaseTransaction,
  access: Access,
  { blobs, quotas, collectionId, documents }: TextRecording,
): Promise<AcceptedDocuments> {
  await claimBlobs(
    transaction,
    blobs,
    documents.map(({ sha256 }) => sha256),
  );
  const existing = await findExisting(transaction, collectionId, documents);
  const work: WorkItem[] = [];
  const added: NewDocumentRow[] = [];
  const accepted: AcceptedDocument[] = [];
  let isMore = false;
  let moreBytes = 0;
  for (const document of documents) {
    const row = existing.get(document.external_id);
    if (!row) {
      const id = randomUUID();
      added.push(toRow(document, access, { id, collectionId }));
      work.push({ id, work: 1 });
      accepted.push(toAccepted(document, { id, status: 'queued', duplicate: false }));
      isMore = true;
      moreBytes += document.size;
      continue;
    }
    const same = isSameContent(row, document);
    if (same && row.status !== 'failed' && row.status !== 'cancelled') {
      accepted.push(toAccepted(document, { ...row, duplicate: true }));
      continue;
    }
    work.push(await replaceText(transaction, row, document));
    isMore ||= document.size > Number(row.size);
    moreBytes += document.size - Number(row.size);
    accepted.push(toAccepted(document, { id: row.id, status: 'queued', duplicate: same }));
  }
  if (added.length > 0) await transaction.insertInto('rag.documents').values(added).execute();
  if (isMore) {
    await assertDocumentQuotas(transaction, access.organisationId, {
      quotas,
      added: { documents: added.length, bytes: moreBytes },
    });
  }
  await publishDocuments(transaction, access.organisationId, { items: work });
  return { documents: accepted };
}

async function findExisting(
  transaction: DatabaseTransaction,
  collectionId: string,
  documents: readonly HashedDocument[],
): Promise<Map<string | null, DocumentRow>> {
  const rows = await transaction
    .selectFrom('rag.documents')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where(
      'external_id',
      '=',
      sql<string>`any(${documents.map((document) => document.external_id)}::text[])`,
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.external_id, row]));
}

function toRow(
  document: HashedDocument,
  access: Access,
  { id, collectionId }: { readonly id: string; readonly collectionId: string },
): NewDocumentRow {
  return {
    id,
    organisation_id: access.organisationId,
    collection_id: collectionId,
    external_id: document.external_id,
    status: 'queued',
    created_by: access.userId,
    ...contentOf(document),
  };
}

function contentOf(document: HashedDocument) {
  return {
    title: document.title || document.external_id,
    url: document.url ?? null,
    metadata: JSON.stringify(document.metadata ?? {}),
    mime_type: document.mime_type ?? 'text/plain',
    size: document.size,
    sha256: document.sha256,
  };
}

function isSameContent(row: DocumentRow, document: HashedDocument): boolean {
  const { title, url, sha256 } = contentOf(document);
  return (
    row.sha256 === sha256 &&
    row.title === title &&
    row.url === url &&
    // A type that the content told stays.
    !(document.mime_type === 'text/markdown' && row.mime_type === 'text/plain') &&
    fingerprint(row.metadata) === fingerprint(document.metadata ?? {})
  );
}

function toAccepted(
  document: HashedDocument,
  { id, status, duplicate }: Pick<AcceptedDocument, 'id' | 'status' | 'duplicate'>,
): AcceptedDocument {
  return { id, status, title: contentOf(document).title, file_name: null, duplicate };
}

async function replaceText(
  transaction: DatabaseTransaction,
  row: DocumentRow,
  document: HashedDocument,
): Promise<WorkItem> {
  return transaction
    .updateTable('rag.documents')
    .set({
      ...contentOf(document),
      ...(row.sha256 !== document.sha256 && {
        version: row.version + 1,
        replaced_at: new Date(),
      }),
      work: row.work + 1,
      ...queuedAgain(),
    })
    .where('id', '=', row.id)
    .returning(['id', 'work'])
    .executeTakeFirstOrThrow();
}

/** Sorts the keys, since PostgreSQL stores `jsonb` in an order of its own. */
function fingerprint(metadata: object): string {
  const sorted = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
