import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startRedisServer } from './redis-server.ts';

const masterName = 'jobs';
const sentinelCount = 3;

/** Starts a Redis master with a replica, and sentinels that promote it when the master is gone. */
export async function startRedisSentinels() {
  const master = await startRedisServer();
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', `${master.port}`]);
  const sentinels = await Promise.all(
    Array.from({ length: sentinelCount }, () => startSentinel(master.port)),
  );
  return {
    sentinels: {
      masterName,
      addresses: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
    },
    killMaster: () => master.kill(),
    async [Symbol.asyncDispose]() {
      await Promise.all([master, replica, ...sentinels].map((server) => server.close()));
    },
  };
}

async function startSentinel(masterPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sentinel-'));
  const port = await findFreePort();
  const file = join(folder, 'sentinel.conf');
  const settings = [
    `bind 127.0.0.1`,
    `port ${port}`,
    `dir ${folder}`,
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${masterName} 1000`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return {
    port,
    async close() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
