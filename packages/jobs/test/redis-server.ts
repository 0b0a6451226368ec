import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import { Redis } from 'ioredis';

const program = 'redis-server';

export function isRedisInstalled(): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** Starts a Redis for a test, durable as in production. `more` are additional arguments. */
export async function startRedisServer(more: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-redis-'));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async () => {
    child = spawn(
      program,
      ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder]
        .concat(['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''])
        .concat(['--maxmemory-policy', 'noeviction'], more),
      { stdio: 'ignore' },
    );
    const probe = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    probe.on('error', () => {});
    await eventually(async () => (await probe.ping()) === 'PONG');
    probe.disconnect();
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };

  await start();
  return {
    url,
    port,
    kill: stop,
    async restart(whileDown: () => Promise<void>) {
      await stop();
      await whileDown();
      await start();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
