import { startOutboxRelay } from '@lectern/jobs';
import { listenToChannel, type ProcessScope, probeDatabase, version } from '@lectern/service';
import type { WorkerConfig } from './config.ts';
import type { Lane } from './database/tables.ts';
import { describeGeneration, registerGeneration } from './generations/generation.ts';
import { prepareGeneration } from './generations/prepare-generation.ts';
import { watchCompleteness } from './generations/watch-completeness.ts';
import { WriterIndex } from './generations/writer-index.ts';
import { createIngestMetrics } from './ingestion/ingest-metrics.ts';
import { observeQueues } from './ingestion/observe-queues.ts';
import { startReconciler } from './ingestion/reconcile.ts';
import { startRetryUnembedded } from './ingestion/retry-unembedded.ts';
import { createProcessors } from './jobs.ts';
import { observeDisk } from './lifecycle/observe-disk.ts';
import { observeLeftovers } from './lifecycle/observe-leftovers.ts';
import { startLifecycle } from './lifecycle/start-lifecycle.ts';
import { openKnowledge } from './open-knowledge.ts';
import { createGenerations, findFolders, openIndex, openJobs } from './open-stores.ts';
import { defaultParseLimits, findTesseract, type ParseLimits } from './parsing/index.ts';
import { openQueues } from './queue/ingest-queues.ts';
import { heavyIngestJob, ingestJob, ragOutbox, upkeepJob } from './queue/job-definitions.ts';
import { PasswordBox, passwordsChannel } from './queue/passwords.ts';
import { recordParseTime } from './quotas/parse-use.ts';
import { openParserPool } from './reading/parser-pool.ts';

export type WorkerDependencies = Awaited<ReturnType<typeof openWorkerDependencies>>;

export interface WorkerScope extends ProcessScope {
  /** Folders where programs are looked for. */
  readonly searchPath?: string | undefined;
}

/** Opens everything and starts the work: processors, relay, reconciler. */
export async function openWorkerDependencies(
  config: WorkerConfig,
  { logger, onClose, searchPath }: WorkerScope,
) {
  const knowledge = await openKnowledge(config, 'rag-worker', { logger, onClose });
  const { database, pool, metrics, embedder, analyzer, blobs } = knowledge;

  const generation = await registerGeneration(database, describeGeneration(embedder, analyzer));
  const index = new WriterIndex({
    database,
    generation,
    own: await openIndex(config, generation, 'write'),
    open: (answering) => openIndex(config, answering, 'write'),
  });
  onClose(() => index.close());
  await prepareGeneration({ database, index, embedder, analyzer, logger }, generation, onClose);

  const recognition = await findTesseract(searchPath, config.OCR_LANGUAGES);
  logger.info({ languages: recognition?.languages ?? null }, 'text recognition of pictures');
  const openParser = (lane: Lane) => {
    const parser = openParserPool({
      size: config.PARSER_PROCESSES,
      limits: { ...defaultParseLimits, ...limitsOf(lane, config) },
      isPatient: lane === 'heavy',
      recognition,
      logger,
      onWorked: (owner, durationMs) => {
        recordParseTime(database, owner, durationMs).catch((error: unknown) => {
          logger.warn({ err: error }, 'the time of a parse could not be recorded');
        });
      },
    });
    onClose(() => parser.close());
    return parser;
  };

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

  const jobs = openJobs(config, logger, onClose);
  const shared = {
    database,
    index,
    embedder,
    analyzer,
    blobs,
    passwords,
    logger,
    metrics: createIngestMetrics(metrics),
    findDiskRoom: knowledge.findDiskRoom,
    parseSecondsPerDay: config.QUOTA_PARSE_SECONDS_PER_DAY,
  };
  const processors = createProcessors(
    {
      light: { ...shared, lane: 'light', parser: openParser('light') },
      heavy: { ...shared, lane: 'heavy', parser: openParser('heavy') },
    },
    generation,
  );
  await jobs.startWorker(ingestJob, processors.light, { concurrency: config.WORKER_CONCURRENCY });
  await jobs.startWorker(heavyIngestJob, processors.heavy, {
    concurrency: config.PARSER_PROCESSES,
  });
  await jobs.startWorker(upkeepJob, processors.upkeep, { concurrency: 2 });

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
  startRetryUnembedded({ database, embedder, logger }, onClose);
  startReconciler({ database, index, countIngestJobs: queues.countIngestJobs, logger }, onClose);
  startLifecycle(
    {
      database,
      blobs,
      index,
      generations: createGenerations(config),
      blobGraceMs: config.BLOB_GRACE_HOURS * 3_600_000,
      logger,
    },
    onClose,
  );
  observeLeftovers(metrics, database);
  observeDisk(metrics, findFolders(config));
  watchCompleteness({ database, index, generation, logger }, onClose);

  return {
    ...knowledge,
    service: { name: 'rag-worker', version, logger, metrics, insideHosts: config.ALLOWED_HOSTS },
    index,
    queues,
    isReady: () => probeDatabase(pool),
  };
}

/** What the light lane cannot read within its bounds is read by the heavy one, within the full ones. */
function limitsOf(
  lane: Lane,
  config: WorkerConfig,
): Pick<ParseLimits, 'timeMs' | 'clockMs' | 'memoryMb'> {
  const { PARSE_TIMEOUT_MS, LIGHT_PARSE_TIMEOUT_MS, PARSE_MEMORY_MB } = config;
  if (lane === 'heavy') {
    const clockMs = PARSE_TIMEOUT_MS * patience;
    return { timeMs: PARSE_TIMEOUT_MS, clockMs, memoryMb: PARSE_MEMORY_MB };
  }
  // Nobody waits for it longer than that by the clock, and what it gives up is read all the same.
  const timeMs = Math.min(LIGHT_PARSE_TIMEOUT_MS, PARSE_TIMEOUT_MS);
  return { timeMs, clockMs: timeMs, memoryMb: Math.min(lightMemoryMb, PARSE_MEMORY_MB) };
}

/** A process of low priority gets about a tenth of a processor beside busy ones. */
const patience = 10;

const lightMemoryMb = 384;
