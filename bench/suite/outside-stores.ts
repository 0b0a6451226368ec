import type { WeaviateServer } from '@lectern/retrieval';
import { findListener } from '../measure/find-listener.ts';
import type { ProcessIds } from '../measure/process-usage.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The Weaviate server that the settings name; else the index is LanceDB's. */
export function readWeaviate({
  WEAVIATE_URL: url,
  WEAVIATE_GRPC_URL: grpcUrl,
  WEAVIATE_API_KEY: apiKey,
}: Environment): WeaviateServer | undefined {
  return url && grpcUrl ? { url, grpcUrl, apiKey } : undefined;
}

/** Processes of the servers that the settings name, as far as they run on this machine. */
export function findStoreProcesses({ WEAVIATE_URL, REDIS_URL }: Environment): ProcessIds {
  // The nodes of a cluster are counted: weaviate, weaviate-2, weaviate-3.
  const nodes = (WEAVIATE_URL?.split(',') ?? []).map(
    (url, at) => [at === 0 ? 'weaviate' : `weaviate-${at + 1}`, url] as const,
  );
  return Object.fromEntries(
    [...nodes, ['redis', REDIS_URL] as const].flatMap(([name, url]) => {
      const pid = url && findListener(Number(new URL(url).port));
      return pid ? [[name, pid]] : [];
    }),
  );
}
