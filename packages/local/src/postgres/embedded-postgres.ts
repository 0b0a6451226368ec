import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { waitForFreePort } from '../network/port.ts';
import type { Runnable, UnexpectedExit } from '../processes/runnable.ts';
import { SuiteError } from '../suite-error.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { stopLeftoverServer } from './leftover-server.ts';
import { openPostgresPlace, type PostgresPlace } from './postgres-place.ts';
import type { SystemAccount } from './system-account.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path of an existing folder; as root its mode becomes 711, so that the server's account can pass. */
  readonly home: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** Password of the database user `lectern`, set when the cluster is created. */
  readonly password: string;
  /** Server settings beside the built-in ones, for example `{fsync: 'off'}` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told every line that the server writes. */
  readonly onLog?: (line: string) => void;
}

const startTimeoutMs = 30_000;
const stopTimeoutMs = 5_000;
const lastLinesKept = 10;

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Its errors quote the rows and statements that they are about; the services log them without.
  log_min_messages: 'log',
};

/**
 * A PostgreSQL server of our own on 127.0.0.1, its data under a home folder. It ends with this
 * process, however that dies. After a crash `start` brings it back with the same data.
 */
export class EmbeddedPostgres implements Runnable {
  readonly #options: EmbeddedPostgresOptions;
  readonly #place: PostgresPlace;
  #server: ChildProcess | undefined;
  #guard: OrphanGuard | undefined;
  #onUnexpectedExit: ((exit: UnexpectedExit) => void) | undefined;

  constructor(options: EmbeddedPostgresOptions, place: PostgresPlace) {
    this.#options = options;
    this.#place = place;
  }

  /** The server's process, undefined while it does not run. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** A connection address for one database of this server, with the password in it. */
  urlOf(database: string): string {
    const { password, port } = this.#options;
    return `postgres://lectern:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  }

  /** Called when the server ends without `stop`. One listener; a later one takes its place. */
  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void {
    this.#onUnexpectedExit = listener;
  }

  /**
   * Starts the server and waits until it answers. What an earlier server left behind is ended first.
   *
   * @throws SuiteError when the port is taken or the server does not come up.
   */
  async start(): Promise<void> {
    const dataFolder = join(this.#place.folder, 'data');
    await stopLeftoverServer(dataFolder);
    await waitForFreePort({ port: this.#options.port, user: 'PostgreSQL' });

    const settings = { ...defaultSettings, ...this.#options.settings };
    const server = spawn(
      join(this.#place.programFolder, 'bin', 'postgres'),
      [
        '-D',
        dataFolder,
        '-p',
        `${this.#options.port}`,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...this.#place.account,
        cwd: '/',
        env: { LC_ALL: 'C', PATH: process.env.PATH },
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const lastLines = this.#followLog(server);
    await once(server, 'spawn');
    this.#server = server;
    this.#guard = startOrphanGuard(server.pid as number, this.#place.account);
    server.once('exit', () => this.#guard?.release());
    await this.#waitUntilReady(server, lastLines);
    server.once('exit', (code, signal) => this.#exited(server, { code, signal }));
    if (hasEnded(server)) {
      this.#exited(server, { code: server.exitCode, signal: server.signalCode });
    }
  }

  /** Ends all sessions and shuts down; after five seconds by force. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || hasEnded(server)) return;
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    const force = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutMs);
    await exited;
    clearTimeout(force);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #exited(server: ChildProcess, exit: UnexpectedExit): void {
    if (this.#server !== server) return;
    this.#server = undefined;
    this.#onUnexpectedExit?.(exit);
  }

  #followLog(server: ChildProcess): readonly string[] {
    const lastLines: string[] = [];
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > lastLinesKept) lastLines.shift();
      this.#options.onLog?.(line);
    });
    return lastLines;
  }

  async #waitUntilReady(server: ChildProcess, lastLines: readonly string[]): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (!(await answers(this.urlOf('postgres')))) {
      const ended = hasEnded(server);
      if (ended || Date.now() > deadline) {
        await this.stop();
        throw new SuiteError(
          `PostgreSQL ${ended ? 'ended' : 'did not answer'} while starting:\n${lastLines.join('\n')}`,
        );
      }
      await delay(50);
    }
  }
}

/** Makes the data folder on first use; the server is not started yet. */
export async function prepareEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = await openPostgresPlace(options.home);
  await initialiseCluster(place, options.password);
  return new EmbeddedPostgres(options, place);
}

/**
 * Makes the data folder on first use, then starts the server.
 *
 * @throws SuiteError with a sentence for the person who started the suite.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const postgres = await prepareEmbeddedPostgres(options);
  await postgres.start();
  return postgres;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stops a process when this one dies without having called `release`. */
interface OrphanGuard {
  release(): void;
}

/**
 * PostgreSQL does not notice that its parent is gone. A shell waits on a pipe that only this
 * process holds: a line means that all is in order, the end of the pipe without a line means that
 * this process was killed, and then the shell asks the server to shut down.
 */
function startOrphanGuard(pid: number, account: SystemAccount | undefined): OrphanGuard {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', 'read -r line || kill -INT "$0"', `${pid}`], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  return { release: () => void shell.stdin?.end('released\n') };
}
