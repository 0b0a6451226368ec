/**
 * Replaces a parser: tries everything that a file must not make a parser do, and reports the result
 * of each try.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, type NetConnectOpts } from 'node:net';
import { Worker } from 'node:worker_threads';

interface Tries {
  readonly secret: string;
  readonly own: string;
  readonly port: number;
  /** Port of a server on the same machine. */
  readonly socket: string;
}

const outcome = (act: () => unknown): string => {
  try {
    act();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
};

/**
 * The database opens files without Node's permissions; loaded when it is tried, since it may be
 * missing.
 */
function openDatabase(path: string): void {
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite');
  new DatabaseSync(path).exec('CREATE TABLE IF NOT EXISTS traces (trace TEXT)');
}

/** Resolves with the connection's error, or `done`. */
function reach(to: NetConnectOpts): Promise<string> {
  const socket = connect({ ...to, timeout: 5_000 });
  return new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('done'));
    socket.once('timeout', () => resolve('timeout'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  }).finally(() => socket.destroy());
}

process.once('message', async ({ secret, own, port, socket }: Tries) => {
  process.send?.({
    environment: Object.keys(process.env).filter((name) => !name.startsWith('NODE_')),
    readOwn: outcome(() => readFileSync(own)),
    readOther: outcome(() => readFileSync(secret)),
    readSettings: outcome(() => readFileSync('/proc/self/environ')),
    listFolder: outcome(() => readdirSync('/')),
    write: outcome(() => writeFileSync(`${own}.new`, '')),
    spawn: outcome(() => spawnSync('/bin/true')),
    database: outcome(() => openDatabase(`${secret}.database`)),
    worker: outcome(() => new Worker('', { eval: true })),
    network: await reach({ port, host: '127.0.0.1' }),
    socket: await reach({ path: socket }),
  });
});
