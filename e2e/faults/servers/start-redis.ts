import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/standalone';
import { type StoreServer, startStoreServer } from './store-server.ts';

const answerTimeoutMs = 2_000;

/** A Redis that keeps its jobs through a crash, as the suite wants it. */
export async function startRedis(program: string, folder: string): Promise<StoreServer> {
  const port = await findFreePorts(1);
  const dataFolder = join(folder, 'redis');
  return startStoreServer({
    name: 'redis',
    program,
    parameters: [
      ...['--bind', '127.0.0.1', '--port', `${port}`, '--dir', dataFolder],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''],
    ],
    logFile: join(folder, 'logs/redis.log'),
    dataFolder,
    prepare: async () => void (await mkdir(dataFolder, { recursive: true })),
    isReady: () => isRedisReady(port),
    settings: { REDIS_URL: `redis://127.0.0.1:${port}` },
  });
}

/** While it reads its file it answers with an error. */
function isRedisReady(port: number): Promise<boolean> {
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
