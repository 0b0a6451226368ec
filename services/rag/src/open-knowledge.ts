import { type BlobStore, type FindDiskRoom, openBlobs, watchDiskRoom } from '@lectern/blobs';
import { type Analyzer, createAnalyzer, type Embedder, openEmbedder } from '@lectern/retrieval';
import {
  createMetrics,
  type Logger,
  type Metrics,
  openPool,
  type ProcessScope,
} from '@lectern/service';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Config, WorkerConfig } from './config.ts';
import type { Database, RagTables } from './database/tables.ts';
import { findFolders } from './open-stores.ts';

const bytesPerMegabyte = 1024 * 1024;

/** Stores, models and metrics that the service and its worker share. */
export interface Knowledge {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly pool: Pool;
  readonly database: Database;
  readonly embedder: Embedder;
  readonly analyzer: Analyzer;
  readonly blobs: BlobStore;
  readonly findDiskRoom: FindDiskRoom;
}

/** Opens all parts; each registers its own close. */
export async function openKnowledge(
  config: Config | WorkerConfig,
  name: 'rag' | 'rag-worker',
  { logger, onClose }: ProcessScope,
): Promise<Knowledge> {
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
  const folders = findFolders(config);
  return {
    logger,
    metrics,
    pool,
    database,
    embedder,
    analyzer: createAnalyzer(),
    blobs: await openBlobs(config, onClose),
    findDiskRoom: watchDiskRoom({
      folder: folders.blobs ?? folders.index,
      reserveBytes: config.DISK_RESERVE_MB * bytesPerMegabyte,
      onFull: (room) =>
        logger.error(room, 'the disk is full: uploads are refused and ingestion waits'),
    }),
  };
}
