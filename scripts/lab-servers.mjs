import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { repositoryFolder } from './repository.mjs';

/** Addresses of outside servers. Suites that do not need them must not see these variables. */
export const serverVariables = [
  'WEAVIATE_URL',
  'WEAVIATE_GRPC_URL',
  'WEAVIATE_API_KEY',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];

const script = resolve(
  repositoryFolder,
  process.env.LECTERN_LAB ?? '../shared/lab',
  'servers/servers.sh',
);
const labFolder = process.env.LAB_SERVERS_DIR ?? join(homedir(), '.cache/lab-servers');
/** Programs of servers, for suites that start and kill their own. */
const programs = {
  FAULTS_REDIS_SERVER: ['redis-server'],
  FAULTS_WEAVIATE_SERVER: ['weaviate', join(labFolder, 'bin/weaviate')],
};
/** The first start builds the servers. */
const startTimeoutMs = 20 * 60_000;

/**
 * Returns the addresses of outside servers from the environment, else of the lab's servers if this
 * machine has a lab. `stop` ends the servers that this call started.
 */
export function startServers() {
  const given = pick(process.env);
  const keep = { stop: () => {} };
  if (Object.keys(given).length > 0 || !existsSync(script)) return { addresses: given, ...keep };
  const running = readAddresses('env');
  if (Object.keys(running).length > 0) return { addresses: running, ...keep };
  console.log('==== starting the lab servers');
  return { addresses: readAddresses('up'), stop: () => runScript('down') };
}

/** Returns the paths of installed server programs, for suites that start their own. */
export function findServerPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return Object.fromEntries(
    Object.entries(programs).flatMap(([variable, names]) => {
      const given = process.env[variable] ? [process.env[variable]] : names;
      const paths = given.flatMap((name) => folders.map((folder) => resolve(folder, name)));
      const found = paths.find((path) => existsSync(path));
      return found ? [[variable, found]] : [];
    }),
  );
}

function readAddresses(command) {
  const { stdout } = runScript(command);
  return pick(
    Object.fromEntries(
      Array.from(stdout.matchAll(/([A-Z][A-Z0-9_]*)=(\S+)/g), ([, name, value]) => [name, value]),
    ),
  );
}

function runScript(command) {
  return spawnSync('bash', [script, command], {
    encoding: 'utf8',
    timeout: startTimeoutMs,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function pick(variables) {
  return Object.fromEntries(
    serverVariables.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
}
