import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/local';
import { ServerProcess } from '../faults/servers/server-process.ts';
import { describeRedis, isRedisReady } from '../faults/servers/start-redis.ts';
import type { Settings } from '../faults/servers/store-server.ts';

const masterName = 'lectern';
const sentinelCount = 3;
/** Two sentinels must agree. */
const quorum = 2;
const downAfterMs = 3_000;

export interface RedisSite extends AsyncDisposable {
  readonly settings: Settings;
  /** Until it is killed. */
  readonly master: ServerProcess;
}

/** A master, its replica, and three sentinels that watch over them. */
export async function startRedisSite(program: string, folder: string): Promise<RedisSite> {
  const port = await findFreePorts(2 + sentinelCount);
  const server = async (name: string, at: number, more: readonly string[]) => {
    await mkdir(join(folder, name), { recursive: true });
    return new ServerProcess(describeRedis({ program, folder, name, port: port + at }, more));
  };
  const master = await server('redis-1', 0, []);
  const replica = await server('redis-2', 1, ['--replicaof', '127.0.0.1', `${port}`]);
  const sentinelPorts = Array.from({ length: sentinelCount }, (_, at) => port + 2 + at);
  const sentinels = await Promise.all(
    sentinelPorts.map((own) => describeSentinel({ program, folder, port: own, masterPort: port })),
  );
  const servers = [master, replica, ...sentinels];
  const dispose = async () => {
    await Promise.all(servers.map((one) => one.stop()));
  };
  try {
    for (const one of servers) await one.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    master,
    settings: {
      REDIS_URL: 'redis://redis:6379',
      REDIS_SENTINELS: sentinelPorts.map((own) => `127.0.0.1:${own}`).join(','),
      REDIS_MASTER_NAME: masterName,
    },
    [Symbol.asyncDispose]: dispose,
  };
}

interface SentinelOptions {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  readonly masterPort: number;
}

/** A sentinel keeps what it learns in its own configuration file. */
async function describeSentinel({ program, folder, port, masterPort }: SentinelOptions) {
  const name = `sentinel-${port}`;
  const own = join(folder, name);
  const file = join(own, 'sentinel.conf');
  await mkdir(own, { recursive: true });
  await writeFile(
    file,
    [
      'bind 127.0.0.1',
      `port ${port}`,
      `dir ${own}`,
      `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} ${quorum}`,
      `sentinel down-after-milliseconds ${masterName} ${downAfterMs}`,
      `sentinel failover-timeout ${masterName} 15000`,
      '',
    ].join('\n'),
  );
  return new ServerProcess({
    name,
    program,
    parameters: [file, '--sentinel'],
    logFile: join(folder, `logs/${name}.log`),
    isReady: () => isRedisReady(port),
  });
}
