import {
  type JobBackend,
  openPostgresJobs,
  openRedisJobs,
  type RedisSentinels,
} from '@lectern/jobs';
import {
  createLanceGenerations,
  createWeaviateGenerations,
  type HybridIndex,
  type IndexGenerations,
  openLanceIndex,
  openWeaviateIndex,
  type WeaviateServer,
} from '@lectern/retrieval';
import type { Logger, OnClose } from '@lectern/service';
import type { Config, WorkerConfig } from './config.ts';
import type { Generation } from './index-versions/search-index.ts';

/** The search index of a generation: on Weaviate where one is named, else in a folder. */
export function openIndex(
  config: Config | WorkerConfig,
  { indexName: generation, dimensions }: Generation,
  mode: 'read' | 'write',
): Promise<HybridIndex> {
  const server = findWeaviate(config);
  if (server) return openWeaviateIndex({ server, generation, dimensions, mode });
  return openLanceIndex({ directory: required(config.INDEX_DIR), generation, dimensions, mode });
}

/** All indexes in the store that {@link openIndex} chooses. */
export function createGenerations(config: WorkerConfig): IndexGenerations {
  const server = findWeaviate(config);
  if (server) return createWeaviateGenerations({ server });
  return createLanceGenerations({ directory: required(config.INDEX_DIR) });
}

/** Folders that hold originals and indexes; undefined where an outside store does. */
export function findFolders({
  S3_BUCKET,
  BLOB_DIR,
  WEAVIATE_URL,
  INDEX_DIR,
}: Config | WorkerConfig): {
  readonly blobs: string | undefined;
  readonly index: string | undefined;
} {
  return {
    blobs: S3_BUCKET ? undefined : BLOB_DIR,
    index: WEAVIATE_URL ? undefined : INDEX_DIR,
  };
}

/** What carries jobs: Redis where one is named, else PostgreSQL. */
export function openJobs(
  config: Config | WorkerConfig,
  logger: Logger,
  onClose: OnClose,
): JobBackend {
  const { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl } = config;
  const jobs = redisUrl
    ? openRedisJobs({ redisUrl, sentinels: findSentinels(config), logger })
    : openPostgresJobs({ databaseUrl, logger });
  onClose(() => jobs.close());
  return jobs;
}

function findWeaviate({
  WEAVIATE_URL: url,
  WEAVIATE_GRPC_URL,
  WEAVIATE_API_KEY: apiKey,
  WEAVIATE_REPLICATION_FACTOR: replicationFactor,
  WEAVIATE_CONSISTENCY_LEVEL: consistencyLevel,
}: Config | WorkerConfig): WeaviateServer | undefined {
  if (!url) return undefined;
  return {
    url,
    grpcUrl: required(WEAVIATE_GRPC_URL),
    apiKey,
    replicationFactor,
    consistencyLevel,
  };
}

function findSentinels({
  REDIS_SENTINELS: addresses,
  REDIS_MASTER_NAME: masterName,
  REDIS_SENTINEL_PASSWORD: password,
}: Config | WorkerConfig): RedisSentinels | undefined {
  return addresses && { addresses, masterName, password };
}

/** The configuration's own check saw to it. */
function required(setting: string | undefined): string {
  if (setting === undefined) throw new Error('the settings of the stores are incomplete');
  return setting;
}
