import type { IndexHealth } from '@lectern/retrieval';
import type { Dependencies } from './dependencies.ts';
import { findBuild, findFill } from './index-versions/build-record.ts';
import { countWithoutVectors } from './index-versions/store-vectors.ts';
import { readUnfinishedWork } from './ingestion/observe-work.ts';
import { sumIngestJobs } from './outbox/ingest-queues.ts';
import { listWorkers } from './workers/worker-record.ts';

/** Returns the facts of `GET /health`: stores, index version, embedding model, queue, workers. */
export async function describeHealth({
  search,
  countIngestJobs,
  isDatabaseUp,
  findDiskRoom,
  examineEmbedder,
}: Pick<
  Dependencies,
  'search' | 'countIngestJobs' | 'isDatabaseUp' | 'findDiskRoom' | 'examineEmbedder'
>) {
  const embedder = await examineEmbedder();
  const databaseUp = await isDatabaseUp();
  const index = databaseUp
    ? await describeIndex(search)
    : { status: 'unavailable' as const, generation: null };
  const queue = databaseUp ? await sumIngestJobs(countIngestJobs).catch(() => null) : null;
  const disk = await findDiskRoom();
  const withoutVectors = databaseUp
    ? await countWithoutVectors(search.database).catch(() => null)
    : null;
  const healthy =
    databaseUp && index.status === 'ok' && !disk?.isFull && embedder !== 'unavailable';
  return {
    status: databaseUp
      ? healthy
        ? ('ok' as const)
        : ('degraded' as const)
      : ('unavailable' as const),
    store: { status: databaseUp ? 'ok' : 'unavailable' },
    index,
    disk: disk ? { status: disk.isFull ? 'full' : 'ok', free_bytes: disk.freeBytes } : null,
    embedding_model: search.embedder.id,
    // While it is unavailable, searches answer by keyword.
    embedder: { status: embedder },
    // Searches answer by keyword until then.
    building: databaseUp ? await describeBuild(search).catch(() => null) : null,
    // Documents that are found only by keyword until the embedding model is back.
    without_vectors: withoutVectors,
    filling: withoutVectors ? await describeFill(search).catch(() => null) : null,
    queue,
    unfinished: databaseUp ? await describeUnfinished(search) : null,
    workers: databaseUp ? await listWorkers(search.database).catch(() => null) : null,
  };
}

/** Unfinished documents, and the time without progress of the one that waits longest. */
async function describeUnfinished({ database }: Dependencies['search']) {
  const work = await readUnfinishedWork(database);
  return work.map(({ status, documents, ageSeconds }) => ({
    status,
    documents,
    age_seconds: Math.round(ageSeconds),
  }));
}

async function describeIndex({ searchIndex }: Dependencies['search']) {
  try {
    const { index, indexVersion } = await searchIndex.current();
    const health = await index.health();
    return {
      status: health.ready ? ('ok' as const) : ('unavailable' as const),
      generation: indexVersion.id,
      name: indexVersion.indexName,
      ...describeIndexFacts(health),
    };
  } catch {
    return { status: 'unavailable' as const, generation: null };
  }
}

/** State of the index in the form of `GET /health`. */
export function describeIndexFacts({ message, unindexedRows }: IndexHealth) {
  return {
    ...(message && { message }),
    ...(unindexedRows !== undefined && { unindexed_rows: unindexedRows }),
  };
}

/** The index that is being built for another embedding model. */
async function describeBuild({ database }: Dependencies['search']) {
  const build = await findBuild(database);
  if (!build) return null;
  return {
    embedding_model: build.embeddingModel,
    since: build.startedAt.toISOString(),
    documents_done: build.documentsDone,
    documents_total: build.documentsTotal,
    texts_per_second: build.textsPerSecond,
    problem: build.problem,
  };
}

/** Pace at which documents that were indexed without vectors get theirs. */
async function describeFill({ database }: Dependencies['search']) {
  const fill = await findFill(database);
  if (!fill) return null;
  return { since: fill.startedAt.toISOString(), texts_per_second: fill.textsPerSecond };
}
