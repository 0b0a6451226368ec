import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { meSchema } from '@lectern/contracts';
import { findFreePorts, portCount, removeHome, type Suite, startSuite } from '@lectern/local';
import { createWeaviateIndexVersions, type WeaviateServer } from '@lectern/retrieval';
import type { ProcessIds } from '../measure/process-usage.ts';
import { findStoreProcesses, readWeaviate } from './outside-stores.ts';
import { readRagHealth } from './rag-health.ts';

/** The suite that is measured. */
export interface BenchSuite extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly organisationId: string;
  /** Set if the bench started the suite on this machine. Measurements that need it are skipped otherwise. */
  readonly local: LocalSuite | undefined;
  /** Processes whose CPU and memory count; none for a suite elsewhere. */
  processes(): ProcessIds;
}

export interface LocalSuite {
  /** Folder of its state. */
  readonly home: string;
  /** Port of the gateway; the other services use the ports after it. */
  readonly port: number;
  readonly owner: { readonly email: string; readonly password: string };
  /** Holds its index; without it LanceDB does. */
  readonly weaviate: WeaviateServer | undefined;
}

/** High enough to be in nobody's way. */
const requestsPerMinute = '10000000';

/**
 * Starts a suite in a temporary home, removed at the end, or in a given one, which stays with what
 * was indexed. Settings of outside stores count: an index on a Weaviate server is removed with its
 * home; a Redis should be nobody else's.
 */
export async function startBenchSuite(keptHome?: string): Promise<BenchSuite> {
  if (keptHome) await mkdir(keptHome, { recursive: true });
  const home = keptHome ?? (await mkdtemp(join(tmpdir(), 'lectern-bench-')));
  const port = await findFreePorts(portCount);
  const suite = await startSuite({
    home,
    port,
    env: {
      ...process.env,
      REQUESTS_PER_MINUTE: requestsPerMinute,
      TOOL_CALLS_PER_MINUTE: '1000000',
      // Servers of the bench itself.
      MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    },
    report: (sentence) => console.error(sentence),
  });
  const { url } = suite;
  const apiKey = suite.credentials.api_key;
  const weaviate = readWeaviate(process.env);
  const { email, password = '' } = suite.credentials;
  const local = { home: suite.home, port, owner: { email, password }, weaviate };
  const stores = findStoreProcesses(process.env);
  return {
    url,
    apiKey,
    organisationId: await readOrganisation(url, apiKey),
    local,
    processes: () => ({ ...listProcesses(suite), ...stores }),
    async [Symbol.asyncDispose]() {
      const indexName = await readRagHealth(local).then(
        ({ index }) => index.name,
        () => undefined,
      );
      await suite.stop();
      if (keptHome) return;
      if (weaviate && indexName) {
        await createWeaviateIndexVersions({ server: weaviate }).drop(indexName);
      }
      await removeHome(home);
    },
  };
}

/** Uses a suite that runs already. Its CPU and memory are not known. */
export async function useRunningSuite(url: string, apiKey: string): Promise<BenchSuite> {
  return {
    url,
    apiKey,
    organisationId: await readOrganisation(url, apiKey),
    local: undefined,
    processes: () => ({}),
    async [Symbol.asyncDispose]() {},
  };
}

function listProcesses({ processes }: Suite): ProcessIds {
  return Object.fromEntries(
    Object.entries(processes).flatMap(([name, { pid }]) => (pid ? [[name, pid]] : [])),
  );
}

async function readOrganisation(url: string, apiKey: string): Promise<string> {
  const response = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${apiKey}` } });
  return meSchema.parse(await response.json()).organisation.id;
}
