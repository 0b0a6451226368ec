import { retry } from '@lectern/contracts/retry';
import {
  type Analyzer,
  type Embedder,
  EmbeddingUnavailableError,
  type HybridIndex,
} from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type BuildProgress, recordBuild } from './build-record.ts';
import { embedBySlices } from './embed-by-slices.ts';
import {
  activateIndexVersion,
  type IndexVersion,
  startIndexVersion,
  switchLock,
} from './index-version.ts';
import { writeDocuments } from './rebuild-index.ts';
import {
  collectRevisions,
  listOrganisations,
  removeUnknownRevisions,
} from './remove-unknown-revisions.ts';
import { recordVectors } from './store-vectors.ts';

export interface BuildDependencies {
  readonly database: Database;
  /** Index of the version that is built. */
  readonly index: HybridIndex;
  readonly embedder: Embedder;
  readonly analyzer: Analyzer;
  readonly logger: Logger;
}

interface DocumentToWrite {
  readonly id: string;
  readonly revision: string;
  readonly chunks: number;
}

/** Batch between two records of progress. */
const documentsAtOnce = 50;
const chunksAtOnce = 200;
/** After this many rounds the rest is written while the switch lock keeps new documents out. */
const maxRounds = 5;
const logEveryMs = 10_000;

/**
 * Fills the index of another embedding model from the database while the old one answers, then
 * switches. It waits for a model that is away, continues an interrupted run, and includes
 * everything that is ingested meanwhile.
 */
export async function buildIndexVersion(
  { database, index, embedder, analyzer, logger }: BuildDependencies,
  indexVersion: IndexVersion,
  signal: AbortSignal,
): Promise<BuildProgress> {
  const { goesOn } = await startIndexVersion(database, indexVersion);
  await index.markComplete(false);
  const held = goesOn ? await collectHeld(database, index) : await clear(database, index);
  let progress: BuildProgress = { done: 0, total: 0, texts: 0, problem: null, reason: null };
  let loggedAt = performance.now();
  const record = async (change: Partial<BuildProgress>) => {
    const isNewProblem = change.problem && change.problem !== progress.problem;
    progress = { ...progress, problem: null, reason: null, ...change };
    await recordBuild(database, indexVersion, progress);
    if (isNewProblem) logger.warn(progress, 'building the index waits for the embedding model');
    else if (performance.now() - loggedAt > logEveryMs) {
      loggedAt = performance.now();
      logger.info(progress, 'building the index');
    }
  };
  const patient = createRetryingEmbedder(embedder, {
    signal,
    onEmbedded: (texts) => record({ texts: progress.texts + texts }),
    onProblem: ({ message, problem }) => record({ problem: message, reason: problem }),
  });
  const write = async (documents: readonly DocumentToWrite[]) => {
    await record({ done: held.size, total: held.size + documents.length });
    for (const batch of cutBatches(documents)) {
      signal.throwIfAborted();
      const ids = batch.map(({ id }) => id);
      const changed = new Set(
        await writeDocuments({ database, index, embedder: patient, analyzer }, ids),
      );
      for (const { id, revision } of batch) if (!changed.has(id)) held.set(id, revision);
      await record({ done: held.size, total: Math.max(progress.total, held.size) });
    }
  };

  for (let round = 1; ; round += 1) {
    await write(await listMissing(database, held));
    await removeUnknownRevisions(database, index);
    await index.optimize();
    const isDone = await database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${switchLock})`.execute(transaction);
      const missing = await listMissing(database, held);
      if (missing.length > 0 && round < maxRounds) return false;
      await write(missing);
      await index.markComplete(true);
      await recordVectors(transaction);
      await activateIndexVersion(transaction, indexVersion);
      return true;
    });
    if (isDone) return progress;
  }
}

/** Lists documents whose active revision is not in the index yet. */
async function listMissing(
  database: Database,
  held: ReadonlyMap<string, string>,
): Promise<DocumentToWrite[]> {
  const rows = await database
    .selectFrom('rag.documents')
    .select(['id', 'active_revision as revision', 'chunk_count as chunks'])
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, revision, chunks }) =>
    revision && held.get(id) !== revision ? [{ id, revision, chunks }] : [],
  );
}

/** Returns the revisions that an interrupted run has written completely. */
async function collectHeld(database: Database, index: HybridIndex): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('rag.documents')
    .select(['active_revision as revision', 'chunk_count as chunks'])
    .where('active_revision', 'is not', null)
    .execute();
  const expected = new Map(rows.map(({ revision, chunks }) => [revision, chunks]));
  const held = new Map<string, string>();
  for (const organisation of await listOrganisations(database)) {
    for (const { documentId, revision, chunks } of await collectRevisions(index, organisation)) {
      if (expected.get(revision) === chunks) held.set(documentId, revision);
    }
  }
  return held;
}

async function clear(database: Database, index: HybridIndex): Promise<Map<string, string>> {
  for (const organisation of await listOrganisations(database)) {
    await index.deleteOrganisation(organisation);
  }
  return new Map();
}

function* cutBatches(documents: readonly DocumentToWrite[]): Generator<DocumentToWrite[]> {
  let batch: DocumentToWrite[] = [];
  let chunks = 0;
  for (const document of documents) {
    if (
      batch.length === documentsAtOnce ||
      (batch.length > 0 && chunks + document.chunks > chunksAtOnce)
    ) {
      yield batch;
      batch = [];
      chunks = 0;
    }
    batch.push(document);
    chunks += document.chunks;
  }
  if (batch.length > 0) yield batch;
}

interface RetryingEmbedderOptions {
  /** Ends the retries: calls reject with its reason. */
  readonly signal: AbortSignal;
  /** Called with the number of new vectors. */
  readonly onEmbedded: (texts: number) => Promise<void>;
  /** Called before each wait. */
  readonly onProblem: (error: EmbeddingUnavailableError) => Promise<void>;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** Creates an embedder for background work: it retries until the model can be used. */
function createRetryingEmbedder(
  embedder: Embedder,
  { signal, onEmbedded, onProblem }: RetryingEmbedderOptions,
): Embedder {
  const embedSlice = (texts: readonly string[]) =>
    retry({ maxAttempts: Number.POSITIVE_INFINITY, delayMsAfter, signal }, async () => {
      signal.throwIfAborted();
      try {
        return await embedder.embedDocuments(texts, { signal });
      } catch (error) {
        if (!signal.aborted && error instanceof EmbeddingUnavailableError) await onProblem(error);
        throw error;
      }
    });
  return embedBySlices(embedder, { embedSlice, onEmbedded });
}

function delayMsAfter(error: unknown, attempts: number): number | undefined {
  if (!(error instanceof EmbeddingUnavailableError)) return undefined;
  return Math.min(firstWaitMs * 2 ** (attempts - 1), maxWaitMs);
}
