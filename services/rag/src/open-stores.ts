import { type JobBackend, openPostgresJobs, openRedisJobs } from '@lectern/jobs';
import { type HybridIndex, openLanceIndex, openWeaviateIndex } from '@lectern/retrieval';
import type { Logger, OnClose } from '@lectern/service';
import type { Config, WorkerConfig } from './config.ts';
import type { Generation } from './generations/generation.ts';

/** The search index of a generation: on Weaviate where one is named, else in a folder. */
export function openIndex(
  config: Config | WorkerConfig,
  { indexName: generation, dimensions }: Generation,
  mode: 'read' | 'write',
): Promise<HybridIndex> {
  const { INDEX_DIR, WEAVIATE_URL, WEAVIATE_GRPC_URL, WEAVIATE_API_KEY } = config;
  if (!WEAVIATE_URL) {
    return openLanceIndex({ directory: required(INDEX_DIR), generation, dimensions, mode });
  }
  const server = {
    url: WEAVIATE_URL,
    grpcUrl: required(WEAVIATE_GRPC_URL),
    apiKey: WEAVIATE_API_KEY,
  };
  return openWeaviateIndex({ server, generation, dimensions, mode });
}

/** What carries jobs: Redis where one is named, else PostgreSQL. */
export function openJobs(
  { REDIS_URL, DATABASE_URL }: Config | WorkerConfig,
  logger: Logger,
  onClose: OnClose,
): JobBackend {
  const jobs = REDIS_URL
    ? openRedisJobs({ redisUrl: REDIS_URL, logger })
    : openPostgresJobs({ databaseUrl: DATABASE_URL, logger });
  onClose(() => jobs.close());
  return jobs;
}

/** The configuration's own check saw to it. */
function required(setting: string | undefined): string {
  if (setting === undefined) throw new Error('the settings of the stores are incomplete');
  return setting;
}
