import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import {
  findFreePorts,
  openEmbeddedPostgres,
  portCount,
  removeHome,
  repositoryFolder,
  type ServiceName,
  type SuiteProcess,
} from '@lectern/local';
import { eventually } from '@lectern/testing';
import type { Report } from '../suite/report.ts';
import { type Front, openFront } from './front.ts';

const statelessServices = ['rag', 'mcp', 'llm', 'gateway'] as const;
type Stateless = (typeof statelessServices)[number];
const readyTimeoutMs = 240_000;
const stopTimeoutMs = 60_000;

/** A checkout of one version with its dependencies. */
export interface Version {
  readonly name: string;
  readonly folder: string;
}

export const thisVersion: Version = { name: 'this version', folder: repositoryFolder };

/** Checks a commit out below `folder` and installs its dependencies. */
export async function checkOut(commit: string, folder: string): Promise<Version> {
  const checkout = join(folder, 'checkout');
  const execute = promisify(execFile);
  await execute('git', ['clone', '-q', '-s', '-n', repositoryFolder, checkout]);
  await execute('git', ['-C', checkout, 'checkout', '-q', commit]);
  const { packageManager } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const install = ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'];
  await execute('npx', install, { cwd: checkout });
  return { name: commit, folder: checkout };
}

/** One process of each stateless service. */
export interface Replica {
  readonly version: Version;
  readonly ports: Readonly<Record<Stateless, number>>;
  stop(): Promise<void>;
}

export interface ReplicatedSite extends AsyncDisposable {
  readonly fronts: Readonly<Record<Stateless, Front>>;
  readonly folder: string;
  readonly credentials: () => Promise<{ readonly api_key: string }>;
  migrate(version: Version): Promise<void>;
  startReplica(version: Version): Promise<Replica>;
  /** Stops the worker that runs, since the embedded index has one writer, and starts this one. */
  startWorker(version: Version): Promise<void>;
  /** Sends new connections to these replicas. */
  serve(replicas: readonly Replica[]): void;
}

/** A site whose services call each other over one address each, behind which replicas come and go. */
export async function openReplicatedSite(report: Report): Promise<ReplicatedSite> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-replicas-'));
  // PostgreSQL's own account must be able to enter it.
  await chmod(folder, 0o711);
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }));
  const homeFolder = join(folder, 'home');
  const { openHome } = await import(join(repositoryFolder, 'packages/local/src/home/open-home.ts'));
  const home = await openHome(homeFolder);
  stack.defer(() => removeHome(homeFolder));
  stack.defer(() => home.lock.release());
  const postgres = await openEmbeddedPostgres({
    home: homeFolder,
    port: await findFreePorts(1),
    password: home.secrets.databasePassword,
    settings: { max_connections: '300' },
  });
  stack.defer(() => postgres.stop());
  const databaseUrl = postgres.urlOf('postgres');
  const opened = await Promise.all(
    statelessServices.map(async (name) => [name, stack.use(await openFront())] as const),
  );
  const fronts = Object.fromEntries(opened) as Record<Stateless, Front>;
  let worker: ChildProcess | undefined;
  const running = new Set<ChildProcess>();
  stack.defer(async () => {
    await Promise.all([...running].map(stopProcess));
  });

  async function start(version: Version, names: readonly ServiceName[]) {
    const port = await findFreePorts(portCount);
    const { suiteProcesses, createEnvironment } = await loadProcesses(version);
    const context = { home: home.path, port, databaseUrl, secrets: home.secrets };
    const chosen = suiteProcesses.filter(({ name }) => names.includes(name));
    const started = await Promise.all(
      chosen.map(async (suiteProcess) => {
        const { name, entry, portOffset, heapMegabytes } = suiteProcess;
        const own = port + portOffset;
        const env: Record<string, string> = {
          ...createEnvironment(suiteProcess, context, process.env),
          LECTERN_PUBLIC_URL: fronts.gateway.url,
          ALLOWED_HOSTS: '127.0.0.1',
          DATABASE_POOL_SIZE: '5',
        };
        for (const [called, front] of Object.entries(fronts)) {
          const setting =
            called === 'gateway' ? 'GATEWAY_URL' : `${called.toUpperCase()}_SERVICE_URL`;
          if (setting in env) env[setting] = front.url;
        }
        const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, entry], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        running.add(child);
        child.once('exit', () => running.delete(child));
        const log = createWriteStream(join(folder, `${name}-${own}.log`));
        child.stdout.pipe(log);
        child.stderr.pipe(log);
        await eventually(
          async () => {
            if (child.exitCode !== null) throw new Error(`${name} of ${version.name} has ended`);
            return (await fetch(`http://127.0.0.1:${own}/readyz`)).ok;
          },
          { timeoutMs: readyTimeoutMs, intervalMs: 500 },
        );
        return [name, { child, port: own }] as const;
      }),
    );
    return Object.fromEntries(started) as Record<
      ServiceName,
      { child: ChildProcess; port: number }
    >;
  }

  const site: ReplicatedSite = {
    fronts,
    folder,
    credentials: async () =>
      JSON.parse(await readFile(join(home.path, 'credentials.json'), 'utf8')),
    async migrate({ name, folder: checkout }) {
      const entry = join(checkout, 'packages/migrate/src/main.ts');
      const env = { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl };
      await promisify(execFile)(process.execPath, [entry], { env });
      report.print(`the database is migrated to ${name}`);
    },
    async startReplica(version) {
      const processes = await start(version, statelessServices);
      report.print(`a replica of ${version.name} serves`);
      const entries = statelessServices.map((name) => [name, processes[name].port] as const);
      return {
        version,
        ports: Object.fromEntries(entries) as Record<Stateless, number>,
        stop: async () => {
          for (const name of statelessServices.toReversed()) {
            await stopProcess(processes[name].child);
          }
        },
      };
    },
    async startWorker(version) {
      if (worker) await stopProcess(worker);
      worker = (await start(version, ['worker'])).worker.child;
      report.print(`the worker is of ${version.name}`);
    },
    serve(replicas) {
      for (const name of statelessServices) {
        fronts[name].use(replicas.map(({ ports }) => ports[name]));
      }
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
  const all = stack.move();
  return site;
}

/** Each version starts its processes by its own list. */
async function loadProcesses({ folder }: Version): Promise<{
  readonly suiteProcesses: readonly SuiteProcess[];
  readonly createEnvironment: (
    suiteProcess: SuiteProcess,
    context: object,
    personal: Readonly<Record<string, string | undefined>>,
  ) => Record<string, string>;
}> {
  const [file] = ['local', 'standalone']
    .map((name) => join(folder, 'packages', name, 'src/suite/suite-processes.ts'))
    .filter(existsSync);
  if (!file) throw new Error(`${relative('.', folder)} has no list of processes`);
  return import(file);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
  child.kill('SIGTERM');
  await exited.catch(() => child.kill('SIGKILL'));
}
