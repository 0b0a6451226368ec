import {
  type JobBackend,
  openPostgresJobs,
  openRedisJobs,
  type RedisSentinels,
} from '@lectern/jobs';
import {
  createLanceIndexVersions,
  createWeaviateIndexVersions,
  type HybridIndex,
  type IndexVersions,
  openLanceIndex,
  openWeaviateIndex,
  type WeaviateServer,
} from '@lectern/retrieval';
import type { Logger, OnClose } from '@lectern/service';
import type { Config, WorkerConfig } from './config.ts';
import type { IndexVersion } from './index-versions/index-version.ts';

/** Opens the index of an index version: on Weaviate if configured, else in a folder. */
export function openIndex(
  config: Config | WorkerConfig,
  { indexName: indexVersion, dimensions }: IndexVersion,
  mode: 'read' | 'write',
): Promise<HybridIndex> {
  const server = findWeaviate(config);
  if (server) return openWeaviateIndex({ server, indexVersion, dimensions, mode });
  return openLanceIndex({ directory: required(config.INDEX_DIR), indexVersion, dimensions, mode });
}

/** Returns all index versions in the store that {@link openIndex} uses. */
export function createIndexVersions(config: WorkerConfig): IndexVersions {
  const server = findWeaviate(config);
  if (server) return createWeaviateIndexVersions({ server });
  return createLanceIndexVersions({ directory: required(config.INDEX_DIR) });
}

/** Returns the folders of originals and indexes; undefined where an external store is used. */
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

/** Opens the job backend: Redis if configured, else PostgreSQL. */
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
}: Config | WorkerConfig): WeaviateServer | undefined {
  if (!url) return undefined;
  return {
    url,
    grpcUrl: required(WEAVIATE_GRPC_URL),
    apiKey,
    replicationFactor,
  };
}

function findSentinels({
  REDIS_SENTINELS: addresses,
  REDIS_MASTER_NAME: masterName,
  REDIS_SENTINEL_PASSWORD: password,
}: Config | WorkerConfig): RedisSentinels | undefined {
  return addresses && { addresses, masterName, password };
}

/** The configuration's own check ensures this. */
function required(setting: string | undefined): string {
  if (setting === undefined) throw new Error('the settings of the stores are incomplete');
  return setting;
}
