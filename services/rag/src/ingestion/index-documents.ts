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
  const { database, index, metrics, logger } = dependencies;
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
  const revisions = wanted.map(({ revision }) => revision);
  const removeWritten = (of: readonly PreparedDocument[]) =>
    metrics.time('index', async () => {
      for (const { row, revision } of of)
        await index.deleteRevision(organisationId, row.id, revision);
    });
  const write = async (embedder?: IngestDependencies['embedder'], ...warnings: Warning[]) => {
    // Only an earlier start can have written chunks of these revisions.
    await removeWritten(wanted.filter(({ row }) => row.starts > 1 || row.work > 1));
    await writeChunks(dependencies, claim, { prepared: wanted, embedder });
    await metrics.time('activate', () =>
      activate(
        dependencies,
        claim.id,
        wanted.map((one) => ({ ...one, warnings: [...one.read.document.warnings, ...warnings] })),
      ),
    );
  };

  if (!(await index.follow())) {
    const isWritten = await index.beforeSwitch(async () => {
      await markVectors(database, revisions, false);
      await write();
    });
    if (isWritten) return;
  }
  try {
    await markVectors(database, revisions, true);
    await write(dependencies.embedder);
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailableError)) throw error;
    logger.warn({ problem: error.message }, 'documents are indexed without vectors for now');
    await removeWritten(wanted);
    await markVectors(database, revisions, false);
    await write(undefined, withoutVectors);
  }
}

/** Chunks between two reports of progress. */
const countedAtOnce = 256;
/** Chunks of one write; a bound on the memory that their terms and vectors take. */
const writtenAtOnce = 1_024;

async function writeChunks(
  { database, index, analyzer, metrics }: IngestDependencies,
  claim: Claim,
  {
    prepared,
    embedder,
  }: {
    readonly prepared: readonly PreparedDocument[];
    readonly embedder: IngestDependencies['embedder'] | undefined;
  },
): Promise<void> {
  const organisationId = prepared[0]?.row.organisation_id ?? '';
  const chunks = prepared.flatMap(toChunks);
  let made: IndexedChunk[] = [];
  for (let from = 0; from < chunks.length; from += countedAtOnce) {
    const some = chunks.slice(from, from + countedAtOnce);
    made.push(...(await createIndexedChunks({ analyzer, embedder, time: metrics.time }, some)));
    const done = from + some.length;
    const isLast = done === chunks.length;
    if (isLast || made.length >= writtenAtOnce) {
      const objects = made;
      made = [];
      await metrics.time('index', () => index.addChunks(organisationId, objects));
    }
    if (isLast) return;
    const reached = new Set(some.map(({ revision }) => revision));
    await showIndexed(
      database,
      claim.id,
      prepared
        .filter(({ revision }) => reached.has(revision))
        .map(({ row, revision }) => ({
          ...pick(row),
          done: chunks.slice(0, done).filter((chunk) => chunk.revision === revision).length,
        })),
    );
  }
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
