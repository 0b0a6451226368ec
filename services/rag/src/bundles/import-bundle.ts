import { randomUUID } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import { type Access, managesAll, requireCollection } from '../access/load-access.ts';
import type { Chunk } from '../chunking/chunk.ts';
import { lockTree, pathsBelow, rebuildPaths } from '../collections/collection-tree.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { announceCollection } from '../notifications/notify.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { publishDocuments } from '../outbox/publish-ingestion.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { countRows } from '../quotas/count-rows.ts';
import { assertDocumentQuotas, type DocumentQuotas } from '../quotas/document-quotas.ts';
import { toIndexText } from '../revisions/index-text.ts';
import { storeRevisionsIn } from '../revisions/store-revisions.ts';
import { storeWords } from '../spelling/store-words.ts';
import { isStoredText } from '../stored-text/open-stored-text.ts';
import {
  type BundleDescription,
  type BundledCollection,
  type BundledDocument,
  bundledChunkSchema,
  bundledCollectionSchema,
  bundledDocumentSchema,
  bundledEditSchema,
  bundleSchema,
  members,
} from './bundle-format.ts';
import { type Bundle, BundleProblem } from './open-bundle.ts';

export interface ImportDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly quotas: DocumentQuotas & { readonly collections: number };
}

/** Far below PostgreSQL's limit of parameters. */
const rowsPerInsert = 1_000;

interface Content {
  readonly description: BundleDescription;
  readonly collections: readonly BundledCollection[];
  readonly documents: readonly BundledDocument[];
  readonly blobs: readonly string[];
}

/**
 * Imports a verified bundle as a new collection below a parent, in one transaction, which stores
 * the collection's id with the import: a repeated job finds it. The workers index the documents:
 * with the bundle's vectors where they are of the same model.
 *
 * @throws BundleProblem; AppError `quota_exceeded`, and as {@link requireImportRight} does.
 */
export async function importBundle(
  dependencies: ImportDependencies,
  access: Access,
  {
    importId,
    bundle,
    parentId,
  }: { readonly importId: string; readonly bundle: Bundle; readonly parentId: string | null },
): Promise<void> {
  const { database, blobs, quotas } = dependencies;
  const content = await readContent(bundle);
  // Before others of the organisation wait for what would not fit.
  assertRoom('collections', content.collections.length - 1, quotas.collections);
  assertRoom('documents', content.documents.length - 1, quotas.documents);
  for (const sha256 of content.blobs) {
    const stored = await blobs.put(await bundle.stream(members.blobOf(sha256)));
    if (stored.sha256 !== sha256) {
      throw new BundleProblem(`blobs/${sha256} was changed.`, members.blobOf(sha256));
    }
  }
  for (const { revision } of content.documents) {
    const parsed = revision?.parsed_sha256;
    if (parsed && !(await isStoredText(blobs, parsed))) throw misfit(members.blobOf(parsed));
  }
  await database.transaction().execute(async (transaction) => {
    await claimBlobs(transaction, blobs, content.blobs);
    await lockTree(transaction, access.organisationId);
    await requireImportRight(transaction, access, parentId);
    const idOf = await chooseIds(transaction, content);
    const root = idOf(content.description.root);
    await insertCollections(transaction, access, { content, idOf, parentId });
    const used = await countRows(transaction, 'rag.collections', access.organisationId);
    assertRoom('collections', used - 1, quotas.collections);
    for (const document of content.documents) {
      await insertDocument({ transaction, database }, access, { bundle, content, document, idOf });
    }
    await assertDocumentQuotas(transaction, access.organisationId, {
      quotas,
      added: {
        documents: content.documents.length,
        bytes: content.documents.reduce((sum, { size }) => sum + size, 0),
      },
    });
    await publishDocuments(transaction, access.organisationId, {
      items: content.documents.map(({ id }) => ({ id: idOf(id), work: 1 })),
    });
    await announceCollection(transaction, access.organisationId, root);
    await transaction
      .updateTable('rag.bundle_imports')
      .set({ collection_id: root })
      .where('id', '=', importId)
      .execute();
  });
}

/** @throws AppError `forbidden`, `collection_not_found`. */
export async function requireImportRight(
  database: Database | DatabaseTransaction,
  access: Access,
  parentId: string | null,
): Promise<void> {
  if (access.role === 'viewer') throw new AppError('forbidden');
  if (parentId) await requireCollection(database, access, { id: parentId, permission: 'write' });
}

/** @throws BundleProblem if the parts of the bundle do not fit together. */
async function readContent(bundle: Bundle): Promise<Content> {
  const description = await bundle.readJson(members.bundle, bundleSchema);
  const collections = await bundle.readLines(members.collections, bundledCollectionSchema);
  const documents = await bundle.readLines(members.documents, bundledDocumentSchema);
  const known = new Set<string>();
  const names = new Set<string>();
  for (const { id, parent_id, name } of collections) {
    const isPlaced = known.size === 0 ? parent_id === null : known.has(parent_id ?? '');
    const place = JSON.stringify([parent_id, name]);
    if (!isPlaced || known.has(id) || names.has(place)) throw misfit(members.collections);
    known.add(id);
    names.add(place);
  }
  const isComplete =
    collections[0]?.id === description.root &&
    collections.length === description.collections &&
    documents.length === description.documents;
  if (!isComplete) throw misfit(members.bundle);
  const ids = new Set<string>();
  const blobs = new Set<string>();
  for (const { id, collection_id, external_id, sha256, size, revision } of documents) {
    // A collection has each content and each external id once.
    const inCollection = external_id === null ? sha256 : `= ${external_id}`;
    const unique = [id, ...(revision ? [revision.id] : []), `${collection_id} ${inCollection}`];
    if (!known.has(collection_id) || unique.some((one) => ids.has(one))) {
      throw misfit(members.documents);
    }
    for (const one of unique) ids.add(one);
    if (bundle.size(members.blobOf(sha256)) !== size) throw misfit(members.documents);
    for (const blob of [sha256, revision?.sha256, revision?.parsed_sha256]) {
      if (!blob) continue;
      bundle.size(members.blobOf(blob));
      blobs.add(blob);
    }
  }
  return { description, collections, documents, blobs: [...blobs] };
}

function misfit(name: string): BundleProblem {
  return new BundleProblem(`${name} does not fit the rest of the bundle.`, name);
}

type IdOf = (id: string) => string;

/**
 * Ids stay where none of them is in use: citations of an export lead to its import. A removed
 * document is restored only by its own content, so that no other content opens its citations.
 */
async function chooseIds(
  transaction: DatabaseTransaction,
  { collections, documents }: Content,
): Promise<IdOf> {
  const ids = [
    ...collections.map(({ id }) => id),
    ...documents.flatMap(({ id, revision }) => [id, ...(revision ? [revision.id] : [])]),
  ];
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from rag.collections where id = any(${ids}::uuid[]))
      or exists (select from rag.bin_collections where id = any(${ids}::uuid[]))
      or exists (select from rag.documents where id = any(${ids}::uuid[]))
      or exists (select from rag.revisions where id = any(${ids}::uuid[]))
      or exists (
        select from rag.removed_documents as removed
        join unnest(${documents.map(({ id }) => id)}::uuid[],
          ${documents.map(({ sha256 }) => sha256)}::text[]) as imported (id, sha256)
          on imported.id = removed.id and imported.sha256 <> removed.sha256) as taken`.execute(
    transaction,
  );
  if (!rows[0]?.taken) return (id) => id;
  const fresh = new Map(ids.map((id) => [id, randomUUID()]));
  return (id) => fresh.get(id) ?? id;
}

interface CollectionsToInsert {
  readonly content: Content;
  readonly idOf: IdOf;
  readonly parentId: string | null;
}

async function insertCollections(
  transaction: DatabaseTransaction,
  access: Access,
  { content, idOf, parentId }: CollectionsToInsert,
): Promise<void> {
  const { organisationId, userId } = access;
  const root = idOf(content.description.root);
  const siblings = new Set(await listNames(transaction, organisationId, parentId));
  const rows = content.collections.map(
    ({ id, parent_id, name, description, settings, created_at }) => ({
      id: idOf(id),
      organisation_id: organisationId,
      parent_id: parent_id === null ? parentId : idOf(parent_id),
      name: parent_id === null ? findFreeName(name, siblings) : name,
      description,
      settings: JSON.stringify(settings),
      path: [idOf(id)],
      grant_path: [idOf(id)],
      created_by: userId,
      created_at: new Date(created_at),
    }),
  );
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const some = rows.slice(from, from + rowsPerInsert);
    await transaction.insertInto('rag.collections').values(some).execute();
  }
  await rebuildPaths(transaction, root);
  // Refuses a tree that would be too deep.
  await pathsBelow(transaction, organisationId, { id: root, parentId });
  if (managesAll(access)) return;
  await transaction
    .insertInto('rag.grants')
    .values({
      collection_id: root,
      grantee_type: 'user',
      grantee_id: userId,
      permission: 'manage',
    })
    .execute();
}

async function listNames(
  transaction: DatabaseTransaction,
  organisationId: string,
  parentId: string | null,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('rag.collections')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .execute();
  return rows.map(({ name }) => name);
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name.slice(0, 190)} (${number})`;
    if (!taken.has(numbered)) return numbered;
  }
}

interface DocumentToInsert {
  readonly bundle: Bundle;
  readonly content: Content;
  readonly document: BundledDocument;
  readonly idOf: IdOf;
}

async function insertDocument(
  { transaction, database }: { transaction: DatabaseTransaction; database: Database },
  { organisationId, userId }: Access,
  { bundle, content: { description }, document, idOf }: DocumentToInsert,
): Promise<void> {
  const { id, revision, collection_id, metadata, file_metadata, warnings, created_at } = document;
  const chunksMember = members.chunksOf(id);
  const chunks = revision ? await bundle.readLines(chunksMember, bundledChunkSchema) : [];
  if (revision && chunks.length !== revision.chunk_count) throw misfit(chunksMember);
  const { title, file_name, external_id, url, version, mime_type, size, sha256 } = document;
  await transaction
    .insertInto('rag.documents')
    .values({
      id: idOf(id),
      organisation_id: organisationId,
      collection_id: idOf(collection_id),
      ...{ title, file_name, external_id, url, version, mime_type, size, sha256 },
      metadata: JSON.stringify(metadata),
      file_metadata: JSON.stringify(file_metadata),
      warnings: JSON.stringify(warnings),
      page_count: document.page_count,
      chunk_count: chunks.length,
      status: 'queued',
      restored_status: revision && 'ready',
      active_revision: revision && idOf(revision.id),
      created_by: userId,
      created_at: new Date(created_at),
    })
    .execute();
  if (!revision) return;
  const editIds = await insertEdits(transaction, organisationId, { bundle, id, idOf });
  if (chunks.some(({ edit }) => edit && !editIds.has(edit.id))) throw misfit(chunksMember);
  await storeRevisionsIn(transaction, [
    {
      id: idOf(revision.id),
      organisationId,
      documentId: idOf(id),
      version: revision.version,
      sha256: revision.sha256,
      fileName: revision.file_name,
      mimeType: revision.mime_type ?? 'application/octet-stream',
      parsedSha256: revision.parsed_sha256,
      parserVersion: revision.parser_version,
      chunks: chunks.map(({ page_end, page_starts, sections, token_count, edit, ...chunk }, at) =>
        toChunk({
          ...chunk,
          ...(edit && { edit: { ...edit, id: editIds.get(edit.id) ?? edit.id } }),
          position: at,
          sections: sections ?? [],
          pageEnd: page_end,
          pageStarts: page_starts as Chunk['pageStarts'],
          tokenCount: token_count,
        }),
      ),
    },
  ]);
  await storeWords(
    database,
    organisationId,
    chunks.map((chunk) => toIndexText(title, chunk)),
  );
  const vectorsMember = members.vectorsOf(id);
  if (!bundle.has(vectorsMember)) return;
  const vectors = await bundle.read(vectorsMember);
  const { model, dimensions } = description.embedding;
  const searched = chunks.filter(({ edit }) => !edit?.isHidden);
  if (vectors.length !== searched.length * dimensions * 4) throw misfit(vectorsMember);
  for (let at = 0; at < vectors.length; at += 4) {
    if (!Number.isFinite(vectors.readFloatLE(at))) throw misfit(vectorsMember);
  }
  await transaction
    .insertInto('rag.imported_vectors')
    .values({
      revision: idOf(revision.id),
      embedding_model: model,
      dimensions,
      vectors,
    })
    .execute();
}

/** Returns the new ids of the edits: a bundle may be imported several times. */
async function insertEdits(
  transaction: DatabaseTransaction,
  organisation_id: string,
  { bundle, id, idOf }: Pick<DocumentToInsert, 'bundle' | 'idOf'> & { readonly id: string },
): Promise<ReadonlyMap<string, string>> {
  const member = members.editsOf(id);
  const edits = bundle.has(member) ? await bundle.readLines(member, bundledEditSchema) : [];
  const ids = new Map(edits.map((edit) => [edit.id, randomUUID()]));
  if (ids.size < edits.length) throw misfit(member);
  for (const edit of edits) {
    await transaction
      .insertInto('rag.passage_edits')
      .values({
        ...edit,
        id: ids.get(edit.id) ?? edit.id,
        organisation_id,
        document_id: idOf(id),
        edited_at: new Date(edit.edited_at),
        ended_at: edit.ended_at === null ? null : new Date(edit.ended_at),
      })
      .execute();
  }
  return ids;
}

/** The kinds of chunks are those of the version that exported them. */
function toChunk(chunk: Omit<Chunk, 'kind'> & { readonly kind: string }): Chunk {
  return chunk as Chunk;
}
