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
import { publishDocuments } from '../outbox/publish-ingestion.ts';
import { assertDocumentQuotas } from '../quotas/document-quotas.ts';
import { moveDocument, type ReaderCollections } from './reader-collections.ts';
import { type SourceEntry, SourceError, toPlainText } from './source-adapter.ts';

/** Run, source and collections of fetched entries. */
export interface EntryOwner {
  readonly runId: string;
  readonly source: SourceRow;
  readonly collections: ReaderCollections;
}

export interface FetchedEntry {
  readonly key: string;
  readonly entry: SourceEntry;
  readonly blob: StoredBlob;
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
 * Stores fetched entries as documents and counts them, in one transaction, so that an interrupted
 * run can be repeated. A document whose content a person replaced is left as it is.
 *
 * @throws AppError `quota_exceeded`; none is stored then.
 */
export async function storeEntries(
  stores: DocumentStores,
  owner: EntryOwner,
  entries: readonly FetchedEntry[],
): Promise<StoredEntry[]> {
  return stores.database.transaction().execute(async (transaction) => {
    const shas = entries.map(({ blob }) => blob.sha256);
    await claimBlobs(transaction, stores.blobs, shas);
    const documentOf = await findDocuments(transaction, owner, entries);
    const added: SavedEntry[] = [];
    const saved: SavedEntry[] = [];
    const outcomes: StoredEntry[] = [];
    let changed = 0;
    for (const fetched of entries) {
      const { before, key } = fetched;
      const document = documentOf(fetched);
      if (!document) {
        const documentId = randomUUID();
        added.push({ ...fetched, documentId });
        saved.push({ ...fetched, documentId });
        outcomes.push({});
        continue;
      }
      if (before && document.sha256 !== before.sha256) {
        const message = 'A person has replaced the content of the document.';
        const problem = new SourceError('changed_by_person', message);
        outcomes.push({ isSkipped: true, problem });
        continue;
      }
      const isChanged = await changeDocument(transaction, stores, { owner, fetched, document });
      saved.push({ ...fetched, documentId: document.id });
      if (isChanged) changed += 1;
      outcomes.push({
        isSkipped: !isChanged,
        ...(before && before.key !== key && { movedFrom: before.key }),
      });
    }
    await addDocuments(transaction, stores, { owner, added });
    await saveEntries(transaction, owner, saved);
    await countEntries(transaction, owner.runId, { added: added.length, changed });
    return outcomes;
  });
}

/** Also finds documents that were restored from the bin after the source had removed them. */
async function findDocuments(
  transaction: DatabaseTransaction,
  { source, collections }: EntryOwner,
  entries: readonly FetchedEntry[],
): Promise<(fetched: FetchedEntry) => DocumentRow | undefined> {
  const ids = entries.flatMap(({ before }) => before?.document_id ?? []);
  const externalIds = entries
    .filter(({ before }) => !before?.document_id)
    .map((fetched) => externalId(source, fetched));
  const rows = await transaction
    .selectFrom('rag.documents')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
        and([
          eb('collection_id', 'in', [source.collection_id, ...collections.ids]),
          eb('external_id', '=', sql<string>`any(${externalIds}::text[])`),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  return (fetched) =>
    fetched.before?.document_id
      ? byId.get(fetched.before.document_id)
      : byExternalId.get(externalId(source, fetched));
}

interface SavedEntry extends FetchedEntry {
  readonly documentId: string;
}

async function addDocuments(
  transaction: DatabaseTransaction,
  { quotas }: DocumentStores,
  { owner, added }: { readonly owner: EntryOwner; readonly added: readonly SavedEntry[] },
): Promise<void> {
  if (added.length === 0) return;
  const { source, collections } = owner;
  const { organisation_id: organisationId } = source;
  await transaction
    .insertInto('rag.documents')
    .values(
      added.map((fetched) => ({
        id: fetched.documentId,
        organisation_id: organisationId,
        collection_id: collections.placeOf(fetched.entry),
        ...describe(fetched.entry),
        external_id: externalId(source, fetched),
        metadata: JSON.stringify(metadataOf(source, fetched.entry)),
        mime_type: fetched.entry.mimeType ?? 'application/octet-stream',
        size: fetched.blob.size,
        sha256: fetched.blob.sha256,
        status: 'queued' as const,
        created_by: source.created_by,
      })),
    )
    .execute();
  const bytes = added.reduce((sum, { blob }) => sum + blob.size, 0);
  await assertDocumentQuotas(transaction, organisationId, {
    quotas,
    added: { documents: added.length, bytes },
  });
  const items = added.map(({ documentId, blob }) => ({ id: documentId, work: 1, size: blob.size }));
  await publishDocuments(transaction, organisationId, { items });
}

/** Returns whether anything changed. */
async function changeDocument(
  transaction: DatabaseTransaction,
  { quotas }: DocumentStores,
  {
    owner: { source, collections },
    fetched,
    document,
  }: {
    readonly owner: EntryOwner;
    readonly fetched: FetchedEntry;
    readonly document: DocumentRow;
  },
): Promise<boolean> {
  const { entry, blob, before } = fetched;
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
      ...(isMoved && { ...named, external_id: externalId(source, fetched) }),
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

async function saveEntries(
  transaction: DatabaseTransaction,
  { runId, source }: EntryOwner,
  entries: readonly SavedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const left = entries.flatMap(({ before, key }) =>
    before && before.key !== key ? before.key : [],
  );
  if (left.length > 0) {
    await transaction
      .deleteFrom('rag.source_entries')
      .where('source_id', '=', source.id)
      .where('key', 'in', left)
      .execute();
  }
  await transaction
    .insertInto('rag.source_entries')
    .values(
      entries.map(({ key, entry, blob, documentId }) => ({
        source_id: source.id,
        key,
        entry_id: entry.id,
        path: entry.path,
        etag: entry.etag ?? null,
        size: entry.size ?? null,
        modified: entry.modified ?? null,
        sha256: blob.sha256,
        state: entry.state ? JSON.stringify(entry.state) : null,
        document_id: documentId,
        run_id: runId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'key']).doUpdateSet(({ ref }) => ({
        path: ref('excluded.path'),
        etag: ref('excluded.etag'),
        size: ref('excluded.size'),
        modified: ref('excluded.modified'),
        sha256: ref('excluded.sha256'),
        state: ref('excluded.state'),
        document_id: ref('excluded.document_id'),
        run_id: ref('excluded.run_id'),
      })),
    )
    .execute();
}

export async function countEntries(
  transaction: DatabaseTransaction,
  runId: string,
  { added, changed }: { readonly added: number; readonly changed: number },
): Promise<void> {
  await transaction
    .updateTable('rag.source_runs')
    .set(({ eb }) => ({
      added: eb('added', '+', added),
      changed: eb('changed', '+', changed),
      updated_at: new Date(),
    }))
    .where('id', '=', runId)
    .execute();
}

/** Unique in the collection: the source and the entry, whose id is hashed where it is long. */
function externalId({ id }: SourceRow, { key, entry }: FetchedEntry): string {
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
