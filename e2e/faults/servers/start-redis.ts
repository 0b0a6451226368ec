import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/local';
import type { ServerOptions } from './server-process.ts';
import { type StoreServer, startStoreServer } from './store-server.ts';

const answerTimeoutMs = 2_000;

/** A Redis that keeps its jobs through a crash, as the suite wants it. */
export async function startRedis(program: string, folder: string): Promise<StoreServer> {
  const port = await findFreePorts(1);
  const dataFolder = join(folder, 'redis');
  return startStoreServer({
    ...describeRedis({ program, folder, name: 'redis', port }),
    name: 'redis',
    dataFolder,
    prepare: async () => void (await mkdir(dataFolder, { recursive: true })),
    settings: { REDIS_URL: `redis://127.0.0.1:${port}` },
  });
}

export interface RedisServerOptions {
  readonly program: string;
  readonly folder: string;
  /** Names its folder, which must be there, and its log. */
  readonly name: string;
  readonly port: number;
}

/** How it is started. */
export function describeRedis(
  { program, folder, name, port }: RedisServerOptions,
  more: readonly string[] = [],
): ServerOptions {
  return {
    name,
    program,
    parameters: [
      ...['--bind', '127.0.0.1', '--port', `${port}`, '--dir', join(folder, name)],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''],
      ...more,
    ],
    logFile: join(folder, `logs/${name}.log`),
    isReady: () => isRedisReady(port),
  };
}

/** While it reads its file it answers with an error. */
export function isRedisReady(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
  socket.setTimeout(answerTimeoutMs, () => socket.destroy());
  socket.once('data', (answer) => {
    resolve(answer.toString().startsWith('+PONG'));
    socket.destroy();
  });
  socket.once('error', () => {});
  socket.once('close', () => resolve(false));
  return promise;
}
