import { join } from 'node:path';
import { type Home, openHome } from '../home/open-home.ts';
import { waitForFreePort } from '../network/port.ts';
import { prepareEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { LogFile } from '../processes/log-file.ts';
import { readLogLine } from '../processes/log-line.ts';
import { NodeProcess } from '../processes/node-process.ts';
import { runScript } from '../processes/run-script.ts';
import type { Runnable } from '../processes/runnable.ts';
import { SupervisedProcess } from '../processes/supervised-process.ts';
import { createCredentials } from './create-credentials.ts';
import { type Credentials, loadCredentials } from './credentials.ts';
import {
  createEnvironment,
  credentialsFileOf,
  postgresPortOffset,
  repositoryFolder,
  type ServiceName,
  type SuiteContext,
  type SuiteProcess,
  suiteProcesses,
} from './suite-processes.ts';

export interface SuiteOptions {
  /** Folder of all state; made when it is not there. */
  readonly home: string;
  /** Port of the gateway on 127.0.0.1; the five ports after it are used too. */
  readonly port: number;
  /** Settings for the services. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told in a sentence what happens, including warnings from the services' logs. */
  readonly report?: (sentence: string) => void;
  /** Cancels the start. A running suite is only ended by `stop`. */
  readonly signal?: AbortSignal;
  /** Processes beside PostgreSQL. Default: every service. */
  readonly services?: readonly SuiteProcess[];
}

export type ProcessName = ServiceName | 'postgres';

/** A running suite: PostgreSQL and every service as a process of its own, kept running. */
export interface Suite {
  /** Address of the gateway. */
  readonly url: string;
  /** Absolute path. */
  readonly home: string;
  readonly credentials: Credentials;
  /** Address of the database, with its password. */
  readonly databaseUrl: string;
  readonly processes: Readonly<Record<ProcessName, SupervisedProcess>>;
  /** Asks the gateway for an address that signs its owner in, once. */
  createSignInLink(signal?: AbortSignal): Promise<string>;
  /** Services first, PostgreSQL last; ten seconds at most. */
  stop(): Promise<void>;
}

/** In pino's numbers. */
const warningLevel = 40;
const migrateTimeoutMs = 120_000;
const signInLinkTimeoutMs = 20_000;
/** Time in which the processes of a killed suite end. */
const leftoverTimeoutMs = 12_000;
/** Between two sentences about a start that takes long. */
const reportWaitEveryMs = 20_000;

/**
 * Starts the whole suite and waits until every part serves.
 *
 * @throws SuiteError with a sentence for the person who starts it; nothing is left running then.
 */
export async function startSuite({
  home: folder,
  port,
  env = process.env,
  report = () => {},
  signal,
  services: listed = suiteProcesses,
}: SuiteOptions): Promise<Suite> {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= closeAll();
    return stopping;
  };
  try {
    const home = await openHome(folder);
    closers.push(() => home.lock.release());
    await waitForPorts(home, port, listed);
    signal?.throwIfAborted();

    const supervise = (name: ProcessName, runnable: Runnable) => {
      const supervised = new SupervisedProcess(runnable, { name, report });
      closers.push(() => supervised.stop());
      return supervised;
    };
    const { postgres, databaseUrl } = await openPostgres({ home, port, supervise, closers });
    const context: SuiteContext = { home: home.path, port, databaseUrl, secrets: home.secrets };
    await runScript({
      name: 'The migration of the database',
      entry: join(repositoryFolder, 'packages/migrate/src/main.ts'),
      environment: { PATH: env.PATH ?? '', DATABASE_URL: databaseUrl },
      timeoutMs: migrateTimeoutMs,
      signal,
    });
    signal?.throwIfAborted();

    let isServing = false;
    const services = listed.map((suiteProcess) => {
      const log = openLog(home.path, suiteProcess.name, closers);
      const runnable = createServiceProcess(suiteProcess, {
        url: `http://127.0.0.1:${port + suiteProcess.portOffset}`,
        environment: createEnvironment(suiteProcess, context, env),
        onLog: (line) => {
          log.write(line);
          const { level, text } = readLogLine(line);
          if (isServing && level >= warningLevel) report(`${suiteProcess.name}: ${text}`);
        },
      });
      return new SupervisedProcess(runnable, { name: suiteProcess.name, report });
    });
    closers.push(async () => {
      await Promise.all(services.map((service) => service.stop()));
    });
    await startTogether(services, report, signal);
    isServing = true;

    const processes = Object.fromEntries(
      [postgres, ...services].map((process) => [process.name, process]),
    ) as Record<ProcessName, SupervisedProcess>;
    const url = `http://127.0.0.1:${port}`;
    const file = credentialsFileOf(home.path);
    const credentials = await loadCredentials({
      file,
      url,
      create: async () => {
        const owner = await createCredentials(context);
        report(`${file} was missing: it is there again, with a new API key of ${owner}.`);
      },
    });
    const createSignInLink = (stopped?: AbortSignal) => runSignInLink(context, env, stopped);
    closers.push(() => home.lock.announceRelease());
    return { url, home: home.path, credentials, databaseUrl, processes, createSignInLink, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitForPorts(
  home: Home,
  port: number,
  services: readonly SuiteProcess[],
): Promise<void> {
  const timeoutMs = home.lock.wasAbandoned ? leftoverTimeoutMs : 0;
  await Promise.all(
    services.map(({ name, portOffset }) =>
      waitForFreePort({ port: port + portOffset, user: name, timeoutMs }),
    ),
  );
}

interface PostgresOptions {
  readonly home: Home;
  /** Port of the suite; the database's is derived from it. */
  readonly port: number;
  readonly supervise: (name: ProcessName, runnable: Runnable) => SupervisedProcess;
  readonly closers: (() => Promise<void>)[];
}

async function openPostgres({
  home,
  port,
  supervise,
  closers,
}: PostgresOptions): Promise<{ postgres: SupervisedProcess; databaseUrl: string }> {
  const log = openLog(home.path, 'postgres', closers);
  const server = await prepareEmbeddedPostgres({
    home: home.path,
    port: port + postgresPortOffset,
    password: home.secrets.databasePassword,
    onLog: (line) => log.write(line),
  });
  const postgres = supervise('postgres', server);
  await postgres.start();
  return { postgres, databaseUrl: server.urlOf('postgres') };
}

function openLog(home: string, name: string, closers: (() => Promise<void>)[]): LogFile {
  const log = new LogFile(join(home, 'logs', `${name}.log`));
  closers.push(async () => log.close());
  return log;
}

interface ServiceProcessOptions {
  readonly url: string;
  readonly environment: ReturnType<typeof createEnvironment>;
  readonly onLog: (line: string) => void;
}

function createServiceProcess(
  { name, entry, heapMegabytes, semiSpaceMegabytes }: SuiteProcess,
  { url, environment, onLog }: ServiceProcessOptions,
): NodeProcess {
  return new NodeProcess({
    name,
    entry,
    nodeFlags: [
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${semiSpaceMegabytes}`,
    ],
    environment,
    readyUrl: `${url}/readyz`,
    onLog,
  });
}

/** The first failure ends the others' start too; nothing is half started when it is thrown. */
async function startTogether(
  services: readonly SupervisedProcess[],
  report: (sentence: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const giveUp = () => Promise.all(services.map((service) => service.stop()));
  signal?.addEventListener('abort', giveUp);
  const awaited = new Set(services.map(({ name }) => name));
  const reportWait = setInterval(
    () => report(`Still starting: ${[...awaited].join(', ')}.`),
    reportWaitEveryMs,
  );
  try {
    await Promise.all(
      services.map(async (service) => {
        await service.start();
        awaited.delete(service.name);
      }),
    );
  } catch (error) {
    await giveUp();
    throw error;
  } finally {
    clearInterval(reportWait);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function runSignInLink(
  context: SuiteContext,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const gateway = suiteProcesses.find(({ name }) => name === 'gateway') as SuiteProcess;
  const printed = await runScript({
    name: 'The sign-in link',
    entry: join(repositoryFolder, 'services/gateway/src/create-sign-in-link.ts'),
    environment: createEnvironment(gateway, context, env),
    timeoutMs: signInLinkTimeoutMs,
    signal,
  });
  return printed.trim().split('\n').at(-1) ?? '';
}
