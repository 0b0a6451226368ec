import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { StoredBlob } from '@lectern/blobs';
import type { Metadata } from '@lectern/contracts';
import { sql } from 'kysely';
import type {
  DatabaseTransaction,
  DocumentRow,
  SourceEntryRow,
  SourceRow,
} from '../database/tables.ts';
import type { DocumentStores } from '../documents/document-stores.ts';
import { cleanFileName, titleFromFileName } from '../documents/file-name.ts';
import { startWorkIn } from '../documents/start-work.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { publishDocument } from '../outbox/publish-ingestion.ts';
import { assertDocumentQuotas } from '../quotas/document-quotas.ts';
import { moveDocument, type ReaderCollections } from './reader-collections.ts';
import { type SourceEntry, SourceError, toPlainText } from './source-adapter.ts';

export interface FetchedEntry {
  readonly runId: string;
  readonly source: SourceRow;
  readonly key: string;
  readonly entry: SourceEntry;
  readonly blob: StoredBlob;
  readonly collections: ReaderCollections;
  /** The entry as it was stored, also under an earlier name. */
  readonly before: SourceEntryRow | undefined;
}

export interface StoredEntry {
  /** Earlier key of a renamed entry. */
  readonly movedFrom?: string;
  /** True if nothing changed. */
  readonly isSkipped?: boolean;
  readonly problem?: SourceError;
}

/**
 * Stores a fetched entry as a document and counts it, in one transaction, so that an interrupted run
 * can be repeated. A document whose content a person replaced is left as it is.
 *
 * @throws AppError `quota_exceeded`.
 */
export async function storeEntry(
  stores: DocumentStores,
  fetched: FetchedEntry,
): Promise<StoredEntry> {
  return stores.database.transaction().execute(async (transaction) => {
    const { blob, before, key } = fetched;
    await claimBlobs(transaction, stores.blobs, [blob.sha256]);
    const document = await findDocument(transaction, fetched);
    if (!document) {
      const id = await addDocument(transaction, stores, fetched);
      await saveEntry(transaction, fetched, { documentId: id, sha256: blob.sha256 });
      await countEntry(transaction, fetched.runId, 'added');
      return {};
    }
    if (before && document.sha256 !== before.sha256) {
      const message = 'A person has replaced the content of the document.';
      return { isSkipped: true, problem: new SourceError('changed_by_person', message) };
    }
    const isChanged = await changeDocument(transaction, stores, { fetched, document });
    await saveEntry(transaction, fetched, { documentId: document.id, sha256: blob.sha256 });
    if (isChanged) await countEntry(transaction, fetched.runId, 'changed');
    return {
      isSkipped: !isChanged,
      ...(before && before.key !== key && { movedFrom: before.key }),
    };
  });
}

/** Also finds a document that was restored from the bin after the source had removed it. */
async function findDocument(
  transaction: DatabaseTransaction,
  { source, key, entry, before, collections }: FetchedEntry,
): Promise<DocumentRow | undefined> {
  const documents = transaction
    .selectFrom('rag.documents')
    .selectAll()
    .where('deleted_at', 'is', null)
    .forUpdate();
  return before?.document_id
    ? documents.where('id', '=', before.document_id).executeTakeFirst()
    : documents
        .where('collection_id', 'in', [source.collection_id, ...collections.ids])
        .where('external_id', '=', externalId(source, key, entry))
        .executeTakeFirst();
}

async function addDocument(
  transaction: DatabaseTransaction,
  { quotas }: DocumentStores,
  { source, key, entry, blob, collections }: FetchedEntry,
): Promise<string> {
  const id = randomUUID();
  const { organisation_id: organisationId } = source;
  await transaction
    .insertInto('rag.documents')
    .values({
      id,
      organisation_id: organisationId,
      collection_id: collections.placeOf(entry),
      ...describe(entry),
      external_id: externalId(source, key, entry),
      metadata: JSON.stringify(metadataOf(source, entry)),
      mime_type: entry.mimeType ?? 'application/octet-stream',
      size: blob.size,
      sha256: blob.sha256,
      status: 'queued',
      created_by: source.created_by,
    })
    .execute();
  await assertDocumentQuotas(transaction, organisationId, {
    quotas,
    added: { documents: 1, bytes: blob.size },
  });
  await publishDocument(transaction, organisationId, { id, work: 1, password: undefined });
  return id;
}

/** Returns whether anything changed. */
async function changeDocument(
  transaction: DatabaseTransaction,
  { quotas }: DocumentStores,
  { fetched, document }: { readonly fetched: FetchedEntry; readonly document: DocumentRow },
): Promise<boolean> {
  const { source, key, entry, blob, before, collections } = fetched;
  const { organisation_id: organisationId } = source;
  const collectionId = collections.placeOf(entry);
  if (entry.readers && document.collection_id !== collectionId) {
    await moveDocument(transaction, organisationId, { id: document.id, collectionId });
  }
  const isMoved = before?.path !== entry.path;
  const hasNewContent = document.sha256 !== blob.sha256;
  const described = Object.entries(entry.metadata ?? {});
  const isDescribed = described.every(([name, value]) =>
    isDeepStrictEqual(document.metadata[name], value),
  );
  if (!isMoved && !hasNewContent && isDescribed) return false;
  const named = describe(entry);
  const isRetitled = isMoved && document.title !== named.title;
  await transaction
    .updateTable('rag.documents')
    .set({
      ...(isMoved && { ...named, external_id: externalId(source, key, entry) }),
      metadata: sql`metadata || ${JSON.stringify(metadataOf(source, entry))}::jsonb`,
      url: named.url,
      updated_at: new Date(),
    })
    .where('id', '=', document.id)
    .execute();
  if (hasNewContent) {
    const content = {
      sha256: blob.sha256,
      size: blob.size,
      mime_type: entry.mimeType ?? 'application/octet-stream',
      file_name: named.file_name,
    };
    await startWorkIn(transaction, organisationId, { id: document.id, content });
    const added = { documents: 0, bytes: blob.size - Number(document.size) };
    if (added.bytes > 0) await assertDocumentQuotas(transaction, organisationId, { quotas, added });
  } else if (isRetitled) await startWorkIn(transaction, organisationId, { id: document.id });
  else await announceDocuments(transaction, organisationId, [document.id]);
  return true;
}

async function saveEntry(
  transaction: DatabaseTransaction,
  { runId, source, key, entry, before }: FetchedEntry,
  { documentId, sha256 }: { readonly documentId: string; readonly sha256: string },
): Promise<void> {
  if (before && before.key !== key) {
    await transaction
      .deleteFrom('rag.source_entries')
      .where('source_id', '=', source.id)
      .where('key', '=', before.key)
      .execute();
  }
  const columns = {
    path: entry.path,
    etag: entry.etag ?? null,
    size: entry.size ?? null,
    modified: entry.modified ?? null,
    sha256,
    state: entry.state ? JSON.stringify(entry.state) : null,
    document_id: documentId,
    run_id: runId,
  };
  await transaction
    .insertInto('rag.source_entries')
    .values({ source_id: source.id, key, entry_id: entry.id, ...columns })
    .onConflict((conflict) => conflict.columns(['source_id', 'key']).doUpdateSet(columns))
    .execute();
}

export async function countEntry(
  transaction: DatabaseTransaction,
  runId: string,
  column: 'added' | 'changed',
): Promise<void> {
  await transaction
    .updateTable('rag.source_runs')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1), updated_at: new Date() }))
    .where('id', '=', runId)
    .execute();
}

/** Unique in the collection: the source and the entry, whose id is hashed where it is long. */
function externalId({ id }: SourceRow, key: string, entry: SourceEntry): string {
  return `source:${id}:${entry.id.length <= 400 ? entry.id : key}`;
}

function describe({ path, url }: SourceEntry) {
  const fileName = cleanFileName(path);
  return {
    title: titleFromFileName(fileName).slice(0, 1_000),
    file_name: fileName,
    url: url ?? null,
  };
}

function metadataOf(
  { name }: SourceRow,
  { path, modified, author, metadata }: SourceEntry,
): Metadata {
  return {
    ...metadata,
    source: name,
    path: toPlainText(path, 2_000),
    ...(modified && { modified: modified.toISOString() }),
    ...(author && { author: toPlainText(author, 500) }),
  };
}
