import type { Metadata, Warning } from '@lectern/contracts';
import { EmbeddingUnavailableError, type IndexedChunk } from '@lectern/retrieval';
import type { DocumentRow } from '../database/tables.ts';
import { markVectors, withoutVectors } from '../index-versions/store-vectors.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { parserVersion } from '../parsing/parser-version.ts';
import { type ChunkToIndex, createIndexedChunks } from '../revisions/create-indexed-chunks.ts';
import { toIndexText } from '../revisions/index-text.ts';
import { removeOutdatedRevisions, removeRevision } from '../revisions/remove-revisions.ts';
import { createChunkId } from '../revisions/revision-ids.ts';
import { storeRevisions } from '../revisions/store-revisions.ts';
import { storeWords } from '../spelling/store-words.ts';
import { activateRevisions, showIndexed, showIndexing } from './document-state.ts';
import type { Claim } from './hold-claim.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import type { PreparedDocument } from './prepare-documents.ts';

/**
 * Stores and indexes parsed documents, then activates them. Without vectors while the embedding
 * model is away, which are filled in when it is back, and while the index of another model is being
 * built, where the build makes them.
 */
export async function indexDocuments(
  dependencies: IngestDependencies,
  prepared: readonly PreparedDocument[],
  claim: Claim,
): Promise<void> {
  const { database, index, analyzer, metrics, logger } = dependencies;
  const wanted = prepared.filter(({ row }) => !claim.signalOf(row.id).aborted);
  const [first] = wanted;
  if (!first) return;
  const organisationId = first.row.organisation_id;
  await metrics.time('store', async () => {
    await showIndexing(
      database,
      claim.id,
      wanted.map(({ row, read }) => ({ ...pick(row), chunkCount: read.chunks.length })),
    );
    await storeRevisions(
      database,
      wanted.map(({ row, revision, read }) => ({
        id: revision,
        organisationId,
        documentId: row.id,
        version: row.version,
        sha256: row.sha256,
        fileName: row.file_name,
        mimeType: read.document.mimeType,
        parsedSha256: read.parsedSha256,
        parserVersion,
        chunks: read.chunks,
      })),
    );
    await storeWords(
      database,
      organisationId,
      wanted.flatMap(({ title, read }) => read.chunks.map((chunk) => toIndexText(title, chunk))),
    );
  });
  const write = async (objects: readonly IndexedChunk[], warnings: readonly Warning[] = []) => {
    await metrics.time('index', async () => {
      for (const { row, revision } of wanted) {
        // Only an earlier start can have written chunks of this revision.
        if (row.starts > 1 || row.work > 1)
          await index.deleteRevision(organisationId, row.id, revision);
      }
      await index.addChunks(organisationId, objects);
    });
    await metrics.time('activate', () =>
      activate(
        dependencies,
        claim.id,
        wanted.map((one) => ({ ...one, warnings: [...one.read.document.warnings, ...warnings] })),
      ),
    );
  };
  const chunks = wanted.flatMap(toChunks);
  const revisions = wanted.map(({ revision }) => revision);
  if (!(await index.follow())) {
    const objects = await createIndexedChunks({ analyzer, time: metrics.time }, chunks);
    const isWritten = await index.beforeSwitch(async () => {
      await markVectors(database, revisions, false);
      await write(objects);
    });
    if (isWritten) return;
  }
  const objects = await embedChunks(dependencies, claim, { prepared: wanted, chunks }).catch(
    (error: unknown) => {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      logger.warn({ problem: error.message }, 'documents are indexed without vectors for now');
      return undefined;
    },
  );
  await markVectors(database, revisions, objects !== undefined);
  if (objects) await write(objects);
  else
    await write(await createIndexedChunks({ analyzer, time: metrics.time }, chunks), [
      withoutVectors,
    ]);
}

/** Chunks between two reports of progress. */
const countedAtOnce = 256;

interface ChunksToEmbed {
  readonly prepared: readonly PreparedDocument[];
  readonly chunks: readonly ChunkToIndex[];
}

async function embedChunks(
  { database, analyzer, embedder, metrics }: IngestDependencies,
  claim: Claim,
  { prepared, chunks }: ChunksToEmbed,
): Promise<IndexedChunk[]> {
  const objects: IndexedChunk[] = [];
  for (let from = 0; from < chunks.length; from += countedAtOnce) {
    const some = chunks.slice(from, from + countedAtOnce);
    objects.push(...(await createIndexedChunks({ analyzer, embedder, time: metrics.time }, some)));
    if (objects.length === chunks.length) break;
    const reached = new Set(some.map(({ revision }) => revision));
    const documents = prepared.filter(({ revision }) => reached.has(revision));
    await showIndexed(
      database,
      claim.id,
      documents.map(({ row, revision }) => ({
        ...pick(row),
        done: chunks.slice(0, objects.length).filter((chunk) => chunk.revision === revision).length,
      })),
    );
  }
  return objects;
}

function toChunks({ row, revision, title, read }: PreparedDocument): ChunkToIndex[] {
  const searched = read.chunks.filter(({ edit }) => !edit?.isHidden);
  return searched.map((chunk) => ({
    ...chunk,
    id: createChunkId(row.id, revision, chunk.position),
    revision,
    title,
    document: row,
  }));
}

async function activate(
  { database, index }: IngestDependencies,
  claimId: string,
  prepared: readonly (PreparedDocument & { readonly warnings: readonly Warning[] })[],
): Promise<void> {
  const activated = await activateRevisions(
    database,
    claimId,
    prepared.map(({ row, revision, title, warnings, read: { document, chunks } }) => ({
      ...pick(row),
      revision,
      title,
      mimeType: document.mimeType,
      pageCount: document.pages.length || null,
      chunkCount: chunks.length,
      warnings,
      fileMetadata: row.file_name === null ? {} : selectFileMetadata(document.metadata),
    })),
  );
  for (const { row, revision } of prepared) {
    const left = { organisationId: row.organisation_id, documentId: row.id, revision };
    if (!activated.has(row.id)) {
      await removeRevision(database, index, left);
    } else if (row.work > 1 || row.starts > 1) {
      // Only earlier work can have left another revision, whether it ever answered or not.
      await removeOutdatedRevisions(database, index, left);
    }
  }
}

const maxFileMetadata = 40;

/** Returns the metadata of a file that a document shows, within the limits of its metadata. */
function selectFileMetadata({ encoding: _, ...metadata }: ParsedDocument['metadata']): Metadata {
  const entries = Object.entries(metadata).filter(([name]) => name.length <= 100);
  return Object.fromEntries(entries.slice(0, maxFileMetadata));
}

function pick({ id, organisation_id, work }: DocumentRow) {
  return { id, organisation_id, work };
}
