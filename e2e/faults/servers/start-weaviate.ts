import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/standalone';
import { type StoreServer, startStoreServer } from './store-server.ts';

const apiKey = 'faults-admin-key';
const answerTimeoutMs = 2_000;

/** A Weaviate of one node. */
export async function startWeaviate(program: string, folder: string): Promise<StoreServer> {
  const port = await findFreePorts(6);
  const [grpc, gossip, data, raft, raftInternal] = [1, 2, 3, 4, 5].map((offset) => port + offset);
  const dataFolder = join(folder, 'weaviate');
  return startStoreServer({
    name: 'weaviate',
    program,
    parameters: ['--scheme', 'http', '--host', '127.0.0.1', '--port', `${port}`],
    environment: {
      PERSISTENCE_DATA_PATH: dataFolder,
      GRPC_PORT: `${grpc}`,
      CLUSTER_HOSTNAME: 'node1',
      CLUSTER_IN_LOCALHOST: 'true',
      CLUSTER_ADVERTISE_ADDR: '127.0.0.1',
      CLUSTER_GOSSIP_BIND_PORT: `${gossip}`,
      CLUSTER_DATA_BIND_PORT: `${data}`,
      RAFT_PORT: `${raft}`,
      RAFT_INTERNAL_RPC_PORT: `${raftInternal}`,
      RAFT_BOOTSTRAP_EXPECT: '1',
      RAFT_JOIN: `node1:${raft}`,
      DISABLE_TELEMETRY: 'true',
      AUTOSCHEMA_ENABLED: 'false',
      GO_PROFILING_DISABLE: 'true',
      ENABLE_API_BASED_MODULES: 'false',
      LOG_LEVEL: 'warning',
      AUTHENTICATION_APIKEY_ENABLED: 'true',
      AUTHENTICATION_APIKEY_ALLOWED_KEYS: apiKey,
      AUTHENTICATION_APIKEY_USERS: 'admin',
      AUTHORIZATION_RBAC_ENABLED: 'true',
      AUTHORIZATION_RBAC_ROOT_USERS: 'admin',
    },
    logFile: join(folder, 'logs/weaviate.log'),
    dataFolder,
    prepare: async () => void (await mkdir(dataFolder, { recursive: true })),
    isReady: () => isWeaviateReady(port),
    settings: {
      WEAVIATE_URL: `http://127.0.0.1:${port}`,
      WEAVIATE_GRPC_URL: `http://127.0.0.1:${grpc}`,
      WEAVIATE_API_KEY: apiKey,
    },
  });
}

async function isWeaviateReady(port: number): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/v1/.well-known/ready`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return ok;
  } catch {
    return false;
  }
}
