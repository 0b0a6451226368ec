import { describe, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { isRedisInstalled, startRedisServer } from '../../test/redis-server.ts';
import { startHangingWorker } from '../../test/start-hanging-worker.ts';
import { describeJobBackend, type HangingWorker, lockMs } from '../job-backend.suite.ts';
import { openRedisJobs } from './redis-jobs.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
const givenUrl = process.env.REDIS_URL;

if (isRedisInstalled()) {
  describeJobBackend('Redis jobs', async () => {
    const server = await startRedisServer();
    const redis = useRedis(server.url);
    return {
      ...redis,
      restart: server.restart,
      async dispose() {
        await redis.dispose();
        await server.close();
      },
    };
  });
} else if (givenUrl) {
  describeJobBackend('Redis jobs', async () => useRedis(givenUrl), {
    'loses nothing when the store restarts, and refuses soon while it is away':
      'redis-server is not installed here',
  });
} else {
  describe('Redis jobs', () => {
    it.skip('behave like all jobs (no redis-server is installed and REDIS_URL is not set)', () => {});
  });
}

function useRedis(redisUrl: string) {
  const victims: HangingWorker[] = [];
  return {
    open: () => openRedisJobs({ redisUrl, logger, lockMs }),
    async startHangingWorker(queue: string) {
      const victim = await startHangingWorker({ store: 'redis', url: redisUrl, queue, lockMs });
      victims.push(victim);
      return victim;
    },
    dispose: async () => {
      await Promise.all(victims.map((victim) => victim.kill()));
    },
  };
}
