import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startRedis } from './start-redis.ts';
import { startWeaviate } from './start-weaviate.ts';
import type { Settings, StoreServer } from './store-server.ts';

/** The stores that a suite under test runs on. */
export interface SuiteStores extends AsyncDisposable {
  /** For the suite; none for embedded stores. */
  readonly settings: Settings;
  /** Servers of our own, which may be killed. */
  readonly servers: readonly StoreServer[];
  /** Description for the output. */
  readonly description: string;
}

/** How a server is started and where the suite is told of it. */
const kinds = [
  {
    variable: 'FAULTS_REDIS_SERVER',
    program: 'redis-server',
    start: startRedis,
    settings: ['REDIS_URL'],
  },
  {
    variable: 'FAULTS_WEAVIATE_SERVER',
    program: 'weaviate',
    start: startWeaviate,
    settings: ['WEAVIATE_URL', 'WEAVIATE_GRPC_URL', 'WEAVIATE_API_KEY'],
  },
] as const;

/** Settings that would bring outside stores into a suite on embedded ones. */
const outsideSettings = [...kinds.flatMap(({ settings }) => settings), 'S3_BUCKET'];

/**
 * Embedded stores need nothing. Real ones are servers of our own, by the programs that settings
 * name or that are on the path; where there is none, those of the environment, which nobody kills.
 *
 * @throws Error when a real store can be had in neither way.
 */
export async function openSuiteStores(
  stores: 'embedded' | 'real',
  tell: (line: string) => void,
): Promise<SuiteStores> {
  if (stores === 'embedded') {
    const settings = Object.fromEntries(outsideSettings.map((name) => [name, '']));
    return {
      settings,
      servers: [],
      description: 'embedded',
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-stores-'));
  const servers: StoreServer[] = [];
  const dispose = async () => {
    await Promise.all(servers.map(({ process }) => process.stop()));
    await rm(folder, { recursive: true });
  };
  try {
    for (const { variable, program: usual, start, settings } of kinds) {
      const program = findProgram(process.env[variable] || usual);
      if (program) servers.push(await start(program, folder));
      else if (process.env[settings[0]]) tell(`${settings[0]} is used as it is; nobody kills it`);
      else throw new Error(`${variable} names no server, and ${settings[0]} is not set`);
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    settings: Object.assign({}, ...servers.map(({ settings }) => settings)),
    servers,
    description: process.env.S3_BUCKET ? 'weaviate+redis+s3' : 'weaviate+redis',
    [Symbol.asyncDispose]: dispose,
  };
}

export function findProgram(name: string): string | undefined {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
