import { randomUUID } from 'node:crypto';
import type { CollectionSettings, FailureCode, IngestJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import type { Analyzer, Embedder, HybridIndex, IndexedChunk } from '@lectern/retrieval';
import { EmbeddingUnavailableError } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import { type Chunk, defaultChunkingSettings } from '../chunking/chunk.ts';
import { loadEffectiveSettings } from '../collections/load-settings.ts';
import type { Database, DocumentRow } from '../database/tables.ts';
import { titleFromFileName } from '../documents/file-name.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import { parserVersion } from '../parsing/parser-version.ts';
import { claimDocuments, claimMs, releaseClaims, renewClaims } from './claim-documents.ts';
import { activateRevisions, failDocument, showIndexing } from './document-state.ts';
import { createChunkId, createRevisionId } from './ids.ts';
import { toIndexText } from './index-text.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { PasswordBox } from './passwords.ts';
import { type ReadDependencies, type ReadDocument, readDocument } from './read-document.ts';
import { removeOutdatedRevisions, removeRevision } from './remove-revisions.ts';
import { storeRevisions } from './store-revision.ts';

export interface IngestDependencies extends ReadDependencies {
  readonly database: Database;
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
  readonly index: HybridIndex;
  readonly passwords: PasswordBox;
  readonly metrics: IngestMetrics;
  readonly logger: Logger;
}

/** Starts after which a document is taken to be what ends its workers. */
const maxStarts = 12;

interface Prepared {
  readonly row: DocumentRow;
  readonly revision: string;
  readonly title: string;
  readonly read: ReadDocument;
}

/**
 * Makes documents searchable: read, cut, store, index, then switch over. Idempotent: a run that was
 * interrupted anywhere is repeated to the same result. Documents that cannot be read end as
 * `failed` with their reason; an error of ours is thrown, so that the job is tried again.
 */
export async function ingestDocuments(
  dependencies: IngestDependencies,
  job: IngestJob,
  run: JobRun,
): Promise<void> {
  const { database, logger } = dependencies;
  const claimId = randomUUID();
  const rows = await claimDocuments(database, job, claimId);
  if (rows.length === 0) return;
  const claim = keepClaim(dependencies, claimId, rows, run.signal);
  try {
    const prepared = await prepareAll(dependencies, job, claimId, rows, claim);
    await indexAll(dependencies, claimId, prepared, claim);
  } catch (error) {
    if (run.signal.aborted || !run.isLastAttempt) throw error;
    logger.error({ err: error, document_ids: rows.map((row) => row.id) }, 'ingestion was given up');
    const { code, message } = toFailure(error);
    for (const row of rows) await failDocument(database, claimId, row, code, message);
  } finally {
    claim.end();
    await releaseClaims(database, claimId);
  }
}

interface Claim {
  /** Aborted when the document was cancelled, deleted, replaced or lost to another worker. */
  signalOf(id: string): AbortSignal;
  end(): void;
}

function keepClaim(
  { database, logger }: IngestDependencies,
  claimId: string,
  rows: readonly DocumentRow[],
  signal: AbortSignal,
): Claim {
  const controllers = new Map(rows.map((row) => [row.id, new AbortController()]));
  const renew = async () => {
    try {
      const held = await renewClaims(database, claimId);
      for (const row of rows) {
        const ours = held.some(({ id, work }) => id === row.id && work === row.work);
        if (!ours) controllers.get(row.id)?.abort(new Error('the work is no longer wanted'));
      }
    } catch (error) {
      logger.warn({ err: error }, 'a claim could not be renewed');
    }
  };
  const timer = setInterval(renew, claimMs / 6);
  return {
    signalOf: (id) => AbortSignal.any([signal, ...[controllers.get(id)?.signal ?? []].flat()]),
    end: () => clearInterval(timer),
  };
}

async function prepareAll(
  dependencies: IngestDependencies,
  job: IngestJob,
  claimId: string,
  rows: readonly DocumentRow[],
  claim: Claim,
): Promise<Prepared[]> {
  const settings = await loadEffectiveSettings(
    dependencies.database,
    rows.flatMap((row) => row.collection_id ?? []),
  );
  const prepared: Prepared[] = [];
  for (const row of rows) {
    const one = await prepare(dependencies, job, claimId, row, settings, claim.signalOf(row.id));
    if (one) prepared.push(one);
  }
  return prepared;
}

/** Undefined where the document ended here: it failed, or is no longer wanted. */
async function prepare(
  { database, passwords, metrics, logger, ...reading }: IngestDependencies,
  job: IngestJob,
  claimId: string,
  row: DocumentRow,
  settings: ReadonlyMap<string, CollectionSettings>,
  signal: AbortSignal,
): Promise<Prepared | undefined> {
  if (row.starts > maxStarts) {
    await failDocument(
      database,
      claimId,
      row,
      'internal',
      `Reading it was interrupted ${maxStarts} times.`,
    );
    return undefined;
  }
  const chunking = {
    ...defaultChunkingSettings,
    ...withoutUndefined(settings.get(row.collection_id ?? '')?.chunking),
  };
  const password = await passwords.find(row.id, row.work, job.has_password);
  try {
    const read = await metrics.time('parse', () =>
      readDocument(reading, row, chunking, password, signal),
    );
    const title = chooseTitle(row, read.document.title);
    const revision = createRevisionId({
      documentId: row.id,
      sha256: row.sha256,
      title,
      parserVersion,
      chunking,
    });
    return { row, revision, title, read };
  } catch (error) {
    if (!(error instanceof ParseFailure)) {
      if (signal.aborted) return undefined;
      throw error;
    }
    logger.info({ document_id: row.id, code: error.code }, 'a document could not be read');
    await failDocument(database, claimId, row, error.code, error.message);
    return undefined;
  } finally {
    passwords.forget(row.id, row.work);
  }
}

async function indexAll(
  dependencies: IngestDependencies,
  claimId: string,
  prepared: readonly Prepared[],
  claim: Claim,
): Promise<void> {
  const { database, index, metrics } = dependencies;
  const wanted = prepared.filter(({ row }) => !claim.signalOf(row.id).aborted);
  const [first] = wanted;
  if (!first) return;
  const organisationId = first.row.organisation_id;
  await metrics.time('store', async () => {
    await showIndexing(
      database,
      claimId,
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
        parsedSha256: read.parsedSha256,
        parserVersion,
        chunks: read.chunks,
      })),
    );
  });
  const objects = await createObjects(dependencies, wanted);
  await metrics.time('index', async () => {
    for (const { row, revision } of wanted) {
      // Only an earlier start can have left something of this revision.
      if (row.starts > 1 || row.work > 1)
        await index.deleteRevision(organisationId, row.id, revision);
    }
    await index.addChunks(organisationId, objects);
  });
  await metrics.time('activate', () => activate(dependencies, claimId, organisationId, wanted));
}

async function createObjects(
  { analyzer, embedder, metrics }: IngestDependencies,
  prepared: readonly Prepared[],
): Promise<IndexedChunk[]> {
  const entries = prepared.flatMap((one) => one.read.chunks.map((chunk) => ({ one, chunk })));
  const texts = entries.map(({ one, chunk }) => toIndexText(one.title, chunk));
  const vectors = await metrics.time('embed', () => embedder.embedDocuments(texts));
  const terms = await metrics.time('analyze', async () =>
    texts.map((text) => analyzer.analyzeDocument(text)),
  );
  return entries.map(({ one, chunk }, at) =>
    toIndexedChunk(one, chunk, terms[at] ?? [], vectors[at]),
  );
}

function toIndexedChunk(
  { row, revision }: Prepared,
  chunk: Chunk,
  terms: readonly string[],
  vector: Float32Array | undefined,
): IndexedChunk {
  return {
    id: createChunkId(row.id, revision, chunk.position),
    documentId: row.id,
    revision,
    collectionId: row.collection_id ?? '',
    position: chunk.position,
    page: chunk.page,
    createdAtMs: row.created_at.getTime(),
    terms,
    vector: vector ?? null,
  };
}

async function activate(
  { database, index }: IngestDependencies,
  claimId: string,
  organisationId: string,
  prepared: readonly Prepared[],
): Promise<void> {
  const activated = await activateRevisions(
    database,
    claimId,
    prepared.map(({ row, revision, title, read: { document, chunks } }) => ({
      ...pick(row),
      revision,
      title,
      mimeType: document.mimeType,
      pageCount: document.pages.length || null,
      chunkCount: chunks.length,
      warnings: document.warnings,
    })),
  );
  for (const { row, revision } of prepared) {
    if (!activated.has(row.id)) {
      await removeRevision(database, index, { organisationId, documentId: row.id, revision });
    } else if (row.work > 1 || row.starts > 1) {
      // Only earlier work can have left another revision, whether or not that one ever answered.
      await removeOutdatedRevisions(database, index, {
        organisationId,
        documentId: row.id,
        revision,
      });
    }
  }
}

function toFailure(error: unknown): { code: FailureCode; message: string } {
  return error instanceof EmbeddingUnavailableError
    ? {
        code: 'embedding_unavailable',
        message: 'The embedding model could not be reached. Try again later.',
      }
    : { code: 'internal', message: 'Something went wrong on our side. Try again later.' };
}

/** The file's own title, unless somebody gave the document another one. */
function chooseTitle(row: DocumentRow, ownTitle: string | null): string {
  const untouched = row.file_name !== null && row.title === titleFromFileName(row.file_name);
  return (untouched && ownTitle?.trim()) || row.title;
}

function pick({ id, organisation_id, work }: DocumentRow) {
  return { id, organisation_id, work };
}

function withoutUndefined<Value extends object>(
  value: Value | undefined,
): Partial<{ [Key in keyof Value]: NonNullable<Value[Key]> }> {
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(([, entry]) => entry !== undefined),
  ) as never;
}
