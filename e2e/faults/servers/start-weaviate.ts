import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/local';
import type { ServerOptions } from './server-process.ts';
import { type Settings, type StoreServer, startStoreServer } from './store-server.ts';

const apiKey = 'faults-admin-key';
const answerTimeoutMs = 2_000;

/** Ports of a node from its REST port on. */
export const portsANode = 6;

export interface NodeOptions {
  readonly program: string;
  readonly folder: string;
  /** From 1. */
  readonly number: number;
  /** Ports of all nodes, this one included, in their order. */
  readonly ports: readonly number[];
}

/** A Weaviate of one node. */
export async function startWeaviate(program: string, folder: string): Promise<StoreServer> {
  const ports = [await findFreePorts(portsANode)];
  const node = describeNode({ program, folder, number: 1, ports });
  const { PERSISTENCE_DATA_PATH: dataFolder = '' } = node.environment ?? {};
  return startStoreServer({
    ...node,
    name: 'weaviate',
    dataFolder,
    prepare: async () => void (await mkdir(dataFolder, { recursive: true })),
    settings: describeSettings(ports),
  });
}

/** Where the suite finds the nodes. */
export function describeSettings(ports: readonly number[]): Settings {
  const list = (offset: number) =>
    ports.map((port) => `http://127.0.0.1:${port + offset}`).join(',');
  return { WEAVIATE_URL: list(0), WEAVIATE_GRPC_URL: list(1), WEAVIATE_API_KEY: apiKey };
}

/** How a node is started. */
export function describeNode({ program, folder, number, ports }: NodeOptions): ServerOptions {
  const name = `node${number}`;
  const port = ports[number - 1] ?? 0;
  const others = ports.filter((other) => other !== port);
  return {
    name: `weaviate ${name}`,
    program,
    parameters: ['--scheme', 'http', '--host', '127.0.0.1', '--port', `${port}`],
    environment: {
      PERSISTENCE_DATA_PATH: join(folder, 'weaviate', name),
      GRPC_PORT: `${port + 1}`,
      CLUSTER_HOSTNAME: name,
      CLUSTER_IN_LOCALHOST: 'true',
      CLUSTER_ADVERTISE_ADDR: '127.0.0.1',
      CLUSTER_GOSSIP_BIND_PORT: `${port + 2}`,
      CLUSTER_DATA_BIND_PORT: `${port + 3}`,
      CLUSTER_JOIN: others.map((other) => `127.0.0.1:${other + 2}`).join(','),
      RAFT_PORT: `${port + 4}`,
      RAFT_INTERNAL_RPC_PORT: `${port + 5}`,
      RAFT_BOOTSTRAP_EXPECT: `${ports.length}`,
      RAFT_JOIN: ports.map((one, at) => `node${at + 1}:${one + 4}`).join(','),
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
    logFile: join(folder, `logs/weaviate-${name}.log`),
    isReady: () => isWeaviateReady(port),
  };
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
