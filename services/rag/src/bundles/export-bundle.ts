import { createHash } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import { AppError } from '@lectern/contracts';
import { version } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, permissionRank, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import type { ActiveIndex } from '../index-versions/active-index.ts';
import {
  type BundleDescription,
  type BundledChunk,
  type BundledCollection,
  type BundledDocument,
  bundleFormat,
  bundleVersion,
  type Manifest,
  members,
} from './bundle-format.ts';
import { ZipWriter } from './zip-writer.ts';

export interface ExportDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly searchIndex: Pick<ActiveIndex, 'current'>;
}

export interface BundleExport {
  /** Name of the exported collection. */
  readonly name: string;
  readonly documents: number;
  /** The bytes of the archive. Fails if a document is changed meanwhile. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** The list of documents is held in memory. */
const maxDocuments = 100_000;
const linesAtOnce = 200;

/**
 * Exports a collection with the descendants that the caller manages too.
 * @throws AppError `collection_not_found`, `forbidden`, `search_unavailable`, and `too_large` for
 *   too many documents.
 */
export async function exportBundle(
  { database, blobs, searchIndex }: ExportDependencies,
  access: Access,
  id: string,
): Promise<BundleExport> {
  await requireCollection(database, access, { id, permission: 'manage' });
  const { index, indexVersion } = await searchIndex.current();
  const collections = await listCollections(database, access, id);
  const documents = await listDocuments(
    database,
    collections.map((collection) => collection.id),
  );
  const description: BundleDescription = {
    format: bundleFormat,
    version: bundleVersion,
    lectern: version,
    exported_at: new Date().toISOString(),
    root: id,
    embedding: { model: indexVersion.embeddingModel, dimensions: indexVersion.dimensions },
    collections: collections.length,
    documents: documents.length,
  };
  const write = async function* (): AsyncGenerator<Buffer> {
    const zip = new CheckedZip();
    yield* zip.addJson(members.bundle, description);
    yield* zip.addLines(members.collections, collections);
    yield* zip.addLines(members.documents, documents);
    const written = new Set<string>();
    for (const { id: documentId, sha256, revision } of documents) {
      for (const blob of [sha256, revision?.sha256, revision?.parsed_sha256]) {
        if (!blob || written.has(blob)) continue;
        written.add(blob);
        yield* zip.add(members.blobOf(blob), await blobs.stream(blob));
      }
      if (!revision) continue;
      const chunks = await listChunks(database, revision.id);
      if (chunks.length !== revision.chunk_count) {
        throw new AppError('document_state_conflict', 'A document was changed meanwhile.');
      }
      yield* zip.addLines(
        members.chunksOf(documentId),
        chunks.map(({ id: _, ...chunk }) => chunk),
      );
      const edits = await listEdits(database, documentId);
      if (edits.length > 0) yield* zip.addLines(members.editsOf(documentId), edits);
      const vectors = await index.readVectors(access.organisationId, documentId);
      const searched = chunks.filter(({ edit }) => !edit?.isHidden);
      const rows = searched.flatMap((chunk) => vectors.get(chunk.id) ?? []);
      if (rows.length === 0 || rows.length < searched.length) continue;
      yield* zip.add(members.vectorsOf(documentId), rows.map(toBytes));
    }
    yield* zip.end();
  };
  return { name: collections[0]?.name ?? '', documents: documents.length, bytes: write() };
}

/** A zip archive that ends with the sizes and hashes of its members. */
class CheckedZip {
  readonly #zip = new ZipWriter();
  readonly #members: Manifest['members'] = [];

  async *add(
    name: string,
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    const count = async function* () {
      for await (const piece of bytes) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    };
    yield* this.#zip.add(name, count());
    this.#members.push({ name, size, sha256: hash.digest('hex') });
  }

  addJson(name: string, value: unknown): AsyncGenerator<Buffer> {
    return this.add(name, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)]);
  }

  addLines(name: string, values: readonly unknown[]): AsyncGenerator<Buffer> {
    const lines = function* () {
      for (let from = 0; from < values.length; from += linesAtOnce) {
        const some = values.slice(from, from + linesAtOnce);
        yield Buffer.from(some.map((value) => `${JSON.stringify(value)}\n`).join(''));
      }
    };
    return this.add(name, lines());
  }

  async *end(): AsyncGenerator<Buffer> {
    const manifest: Manifest = { members: this.#members };
    yield* this.#zip.add(members.manifest, [Buffer.from(JSON.stringify(manifest))]);
    yield* this.#zip.end();
  }
}

/** Lists parents before children. A collection whose parent is left out is left out too. */
async function listCollections(
  database: Database,
  access: Access,
  id: string,
): Promise<BundledCollection[]> {
  const rows = await database
    .selectFrom('rag.collections as c')
    .select(['c.id', 'c.parent_id', 'c.name', 'c.description', 'c.settings', 'c.created_at'])
    .select(permissionRank(access).as('rank'))
    .where(sql<boolean>`c.path @> array[${id}::uuid]`)
    .where('c.organisation_id', '=', access.organisationId)
    .orderBy(sql`cardinality(c.path)`)
    .orderBy('c.id')
    .execute();
  const listed = new Set<string>();
  return rows.flatMap(({ rank, parent_id, created_at, ...row }) => {
    const isRoot = row.id === id;
    if (rank !== 3 || !(isRoot || listed.has(parent_id ?? ''))) return [];
    listed.add(row.id);
    const parent = isRoot ? null : parent_id;
    return { ...row, parent_id: parent, created_at: created_at.toISOString() };
  });
}

async function listDocuments(
  database: Database,
  collectionIds: readonly string[],
): Promise<BundledDocument[]> {
  const rows = await database
    .selectFrom('rag.documents as d')
    .leftJoin('rag.revisions as r', 'r.id', 'd.active_revision')
    .selectAll('d')
    .select([
      'r.id as revision_id',
      'r.version as revision_version',
      'r.sha256 as revision_sha256',
      'r.parsed_sha256',
      'r.parser_version',
      'r.file_name as revision_file_name',
      'r.mime_type as revision_mime_type',
    ])
    .select(
      sql<number>`(select count(*)::int from rag.chunks k where k.revision = r.id)`.as('chunks'),
    )
    .where(sql<boolean>`d.collection_id = any(${[...collectionIds]}::uuid[])`)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(maxDocuments + 1)
    .execute();
  if (rows.length > maxDocuments) {
    throw new AppError('too_large', `A bundle has at most ${maxDocuments} documents.`);
  }
  return rows.map((row) => ({
    id: row.id,
    collection_id: row.collection_id ?? '',
    title: row.title,
    file_name: row.file_name,
    external_id: row.external_id,
    url: row.url,
    metadata: row.metadata,
    file_metadata: row.file_metadata,
    version: row.version,
    mime_type: row.mime_type,
    size: Number(row.size),
    sha256: row.sha256,
    page_count: row.page_count,
    warnings: row.warnings,
    created_at: row.created_at.toISOString(),
    revision:
      row.revision_id === null
        ? null
        : {
            id: row.revision_id,
            version: row.revision_version ?? row.version,
            sha256: row.revision_sha256 ?? row.sha256,
            parsed_sha256: row.parsed_sha256,
            parser_version: row.parser_version ?? '',
            file_name: row.revision_file_name,
            mime_type: row.revision_mime_type,
            chunk_count: row.chunks,
          },
  }));
}

async function listChunks(
  database: Database,
  revision: string,
): Promise<(BundledChunk & { readonly id: string })[]> {
  const rows = await database
    .selectFrom('rag.chunks')
    .select(['id', 'text', 'start_offset as start', 'end_offset as end', 'page', 'page_end'])
    .select(['page_starts', 'section', 'sections', 'token_count', 'kind', 'edit_id', 'hidden'])
    .where('revision', '=', revision)
    .orderBy('position')
    .execute();
  return rows.map(({ edit_id, hidden, ...chunk }) => ({
    ...chunk,
    edit: edit_id === null ? null : { id: edit_id, isHidden: hidden },
  }));
}

async function listEdits(database: Database, documentId: string) {
  return database
    .selectFrom('rag.passage_edits')
    .select(['id', 'original_text', 'start_offset', 'page', 'before_text', 'text'])
    .select(['edited_at', 'ended_at', 'end_reason'])
    .where('document_id', '=', documentId)
    .orderBy('edited_at')
    .execute();
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes;
}
