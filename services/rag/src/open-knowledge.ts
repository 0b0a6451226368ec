import { openBlobs, watchDiskRoom } from '@lectern/blobs';
import {
  createAnalyzer,
  createOpenAiEmbedder,
  type Embedder,
  openStaticEmbedder,
} from '@lectern/retrieval';
import { createMetrics, type Logger, type OnClose, openPool } from '@lectern/service';
import { Kysely, PostgresDialect } from 'kysely';
import type { Config, WorkerConfig } from './config.ts';
import type { RagTables } from './database/tables.ts';

const bytesPerMegabyte = 1024 * 1024;

/** What the service and its worker share: stores, models, metrics. */
export async function openKnowledge(
  config: Config | WorkerConfig,
  name: 'rag' | 'rag-worker',
  logger: Logger,
  onClose: OnClose,
) {
  const metrics = createMetrics(name);
  const pool = openPool(
    {
      url: config.DATABASE_URL,
      size: config.DATABASE_POOL_SIZE,
      applicationName: `lectern-${name}`,
      logger,
    },
    onClose,
  );
  const database = new Kysely<RagTables>({ dialect: new PostgresDialect({ pool }) });
  const embedder = await openEmbedder(config);
  onClose(() => embedder.close());
  return {
    logger,
    metrics,
    pool,
    database,
    embedder,
    analyzer: createAnalyzer(),
    blobs: await openBlobs(config, onClose),
    findDiskRoom: watchDiskRoom({
      folder: (config.S3_BUCKET ? undefined : config.BLOB_DIR) ?? config.INDEX_DIR,
      reserveBytes: config.DISK_RESERVE_MB * bytesPerMegabyte,
      onFull: (room) =>
        logger.error(room, 'the disk is full: uploads are refused and ingestion waits'),
    }),
  };
}

async function openEmbedder(config: Config | WorkerConfig): Promise<Embedder> {
  const { EMBEDDING_PROVIDER, EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_DIMENSIONS } = config;
  if (EMBEDDING_PROVIDER === 'static') return openStaticEmbedder();
  if (!EMBEDDING_BASE_URL || !EMBEDDING_MODEL || !EMBEDDING_DIMENSIONS) {
    throw new Error('the embedding settings are incomplete');
  }
  return createOpenAiEmbedder({
    baseUrl: EMBEDDING_BASE_URL,
    model: EMBEDDING_MODEL,
    dimensions: EMBEDDING_DIMENSIONS,
    batchSize: config.EMBEDDING_BATCH_SIZE,
    requestTimeoutMs: config.EMBEDDING_TIMEOUT_MS,
    ...(config.EMBEDDING_API_KEY && { apiKey: config.EMBEDDING_API_KEY }),
    ...(config.EMBEDDING_QUERY_PREFIX && { queryPrefix: config.EMBEDDING_QUERY_PREFIX }),
    ...(config.EMBEDDING_PASSAGE_PREFIX && { passagePrefix: config.EMBEDDING_PASSAGE_PREFIX }),
  });
}
