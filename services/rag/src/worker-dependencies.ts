import { startOutboxRelay } from '@lectern/jobs';
import type { Embedder } from '@lectern/retrieval';
import {
  createSealer,
  type HttpAppOptions,
  listenToChannel,
  type ProcessScope,
  probeDatabase,
  runPeriodically,
  version,
} from '@lectern/service';
import type { WorkerConfig } from './config.ts';
import type { Lane } from './database/tables.ts';
import { findChosenModel } from './embedding-models/embedding-models.ts';
import { createOpenEmbedder, openChosenEmbedder } from './embedding-models/open-stored-embedder.ts';
import { observeDisk } from './garbage-collection/observe-disk.ts';
import { observeLeftovers } from './garbage-collection/observe-leftovers.ts';
import { startGarbageCollection } from './garbage-collection/start-garbage-collection.ts';
import { createCircuitBreakerEmbedder } from './index-versions/circuit-breaker-embedder.ts';
import { startFillVectors } from './index-versions/fill-vectors.ts';
import { startIndexingEdits } from './index-versions/index-edits.ts';
import { describeIndexVersion, registerIndexVersion } from './index-versions/index-version.ts';
import { prepareIndexVersion } from './index-versions/prepare-index-version.ts';
import { watchCompleteness } from './index-versions/watch-completeness.ts';
import { WriterIndex } from './index-versions/writer-index.ts';
import { createIngestMetrics } from './ingestion/ingest-metrics.ts';
import { observeQueues } from './ingestion/observe-queues.ts';
import { startReconciler } from './ingestion/reconcile.ts';
import { createProcessors } from './jobs.ts';
import { type Knowledge, openKnowledge } from './open-knowledge.ts';
import { createIndexVersions, findFolders, openIndex, openJobs } from './open-stores.ts';
import { openQueues, type RagQueues } from './outbox/ingest-queues.ts';
import {
  heavyIngestJob,
  importJob,
  ingestJob,
  ragOutbox,
  upkeepJob,
} from './outbox/job-definitions.ts';
import { PasswordBox, passwordsChannel } from './outbox/passwords.ts';
import type { DocumentParser } from './parser-pool/document-parser.ts';
import { openLaneParsers } from './parser-pool/lane-parsers.ts';
import { connectLaneParsers } from './parser-pool/remote-parser/connect-parsers.ts';
import { createTikaParser } from './parser-pool/tika-parser.ts';
import { recordParseTime } from './quotas/parse-use.ts';
import { createSlowWorkRecorder } from './quotas/slow-work.ts';
import { openSources, startSourceWork } from './sources/open-sources.ts';
import { ActiveJobs } from './workers/active-jobs.ts';
import { startHeartbeat } from './workers/start-heartbeat.ts';

/** Everything that a worker's app needs. */
export interface WorkerDependencies extends Knowledge {
  readonly service: Pick<HttpAppOptions, 'name' | 'version' | 'logger' | 'metrics' | 'insideHosts'>;
  readonly index: WriterIndex;
  readonly queues: RagQueues;
  readonly isReady: () => Promise<boolean>;
}

export interface WorkerScope extends ProcessScope {
  /** Folders that are searched for programs. */
  readonly searchPath?: string | undefined;
  /** Called once when another embedding model is chosen; the worker then starts again. */
  readonly onModelChosen?: (() => void) | undefined;
  /** Time between checks for missing vectors. Default 10,000. */
  readonly fillEveryMs?: number;
}

/** Opens everything and starts the work: processors, relay, reconciler. */
export async function openWorkerDependencies(
  config: WorkerConfig,
  { logger, onClose, searchPath, onModelChosen, fillEveryMs }: WorkerScope,
): Promise<WorkerDependencies> {
  const knowledge = await openKnowledge(config, 'rag-worker', { logger, onClose });
  const { database, pool, metrics, analyzer, blobs } = knowledge;
  const embedder = await openChosen(config, knowledge, { logger, onClose, onModelChosen });

  const indexVersion = await registerIndexVersion(
    database,
    describeIndexVersion(embedder, analyzer),
  );
  const index = new WriterIndex({
    database,
    indexVersion,
    own: await openIndex(config, indexVersion, 'write'),
    open: (answering) => openIndex(config, answering, 'write'),
  });
  onClose(() => index.close());
  const writing = { database, index, embedder, analyzer, logger };
  await prepareIndexVersion(writing, indexVersion, onClose);
  startFillVectors(writing, onClose, fillEveryMs);
  startIndexingEdits(writing, onClose, fillEveryMs);

  const onWorked = (owner: string, workedMs: number) => {
    recordParseTime(database, owner, workedMs).catch((error: unknown) => {
      logger.warn({ err: error }, 'the time of a parse could not be recorded');
    });
  };
  const { PARSER_SOCKET: socket, PARSER_URL: url, PARSER_FORMATS: formats } = config;
  const parsers: Record<Lane, DocumentParser> = socket
    ? connectLaneParsers(socket, { onWorked })
    : await openLaneParsers(config, { logger, searchPath, onWorked }, onClose);

  const withTika = (parser: DocumentParser) =>
    url ? createTikaParser(parser, { url, formats }) : parser;

  const passwords = new PasswordBox();
  await listenToChannel(
    {
      url: config.DATABASE_URL,
      channel: passwordsChannel,
      applicationName: 'lectern-rag-passwords',
      logger,
      onMessage: (payload) => passwords.receive(payload),
    },
    onClose,
  );

  const activeJobs = new ActiveJobs();
  startHeartbeat({ database, jobs: activeJobs, logger }, onClose);
  const jobs = openJobs(config, logger, onClose);
  const shared = {
    database,
    index,
    embedder: createCircuitBreakerEmbedder(embedder),
    analyzer,
    blobs,
    passwords,
    logger,
    metrics: createIngestMetrics(metrics),
    recordWork: createSlowWorkRecorder(database, logger),
    findDiskRoom: knowledge.findDiskRoom,
  };
  const processors = createProcessors(
    {
      light: { ...shared, lane: 'light', parser: withTika(parsers.light) },
      heavy: { ...shared, lane: 'heavy', parser: withTika(parsers.heavy) },
    },
    { indexVersion, jobs: activeJobs },
  );
  await jobs.startWorker(ingestJob, processors.light, { concurrency: config.WORKER_CONCURRENCY });
  await jobs.startWorker(heavyIngestJob, processors.heavy, {
    concurrency: config.PARSER_PROCESSES,
  });
  await jobs.startWorker(upkeepJob, processors.upkeep, { concurrency: 2 });
  // An import holds its list of documents in memory.
  await jobs.startWorker(importJob, processors.upkeep, { concurrency: 1 });

  const queues = openQueues(jobs);
  observeQueues(metrics, queues.all);
  await startOutboxRelay(
    {
      pool,
      databaseUrl: config.DATABASE_URL,
      outbox: ragOutbox,
      queues: queues.all,
      logger,
    },
    onClose,
  );
  await startSourceWork(
    {
      ...openSources(config, { database, searchPath }, onClose),
      blobs,
      quotas: { documents: config.QUOTA_DOCUMENTS, bytes: config.QUOTA_BYTES },
      maxFileBytes: config.UPLOAD_MAX_BYTES,
      findDiskRoom: knowledge.findDiskRoom,
      jobs,
      schedules: queues.sourceSchedules,
      logger,
    },
    onClose,
  );
  startReconciler({ database, index, countIngestJobs: queues.countIngestJobs, logger }, onClose);
  startGarbageCollection(
    {
      database,
      blobs,
      index,
      indexVersions: createIndexVersions(config),
      logger,
    },
    onClose,
  );
  observeLeftovers(metrics, database);
  observeDisk(metrics, findFolders(config));
  watchCompleteness({ database, index, indexVersion, logger }, onClose);

  return {
    ...knowledge,
    embedder,
    service: { name: 'rag-worker', version, logger, metrics, insideHosts: config.ALLOWED_HOSTS },
    index,
    queues,
    isReady: () => probeDatabase(pool),
  };
}

const lookForChoiceMs = 2_000;

/** Opens the chosen embedding model, and watches for another choice. */
async function openChosen(
  config: WorkerConfig,
  { database, embedder: environment }: Knowledge,
  { logger, onClose, onModelChosen }: Pick<WorkerScope, 'logger' | 'onClose' | 'onModelChosen'>,
): Promise<Embedder> {
  const chosen = await findChosenModel(database);
  const sealer = config.CREDENTIAL_KEYS && createSealer(config.CREDENTIAL_KEYS);
  const open = createOpenEmbedder(config, sealer);
  const opened = await openChosenEmbedder(database, open, chosen);
  if (opened) onClose(() => opened.close());
  let isAnnounced = false;
  runPeriodically(
    {
      everyMs: lookForChoiceMs,
      work: async () => {
        if (isAnnounced || (await findChosenModel(database)) === chosen) return;
        isAnnounced = true;
        logger.info('another embedding model was chosen');
        onModelChosen?.();
      },
      logger,
      failure: 'the chosen embedding model could not be read',
    },
    onClose,
  );
  return opened ?? environment;
}
