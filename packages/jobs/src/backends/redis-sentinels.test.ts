import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { eventually } from '@lectern/testing';
import { z } from 'zod';
import { startRedisSentinels } from '../../test/redis-sentinels.ts';
import { isRedisInstalled } from '../../test/redis-server.ts';
import { defineJob } from '../job-definition.ts';
import { openRedisJobs } from './redis-jobs.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
const definition = defineJob({
  name: 'test.sentinels',
  schema: z.string(),
  attempts: 3,
  backoffMs: 20,
});

describe('Redis jobs behind sentinels', () => {
  if (!isRedisInstalled()) {
    it.skip('go on with the replica (no redis-server is installed)', () => {});
    return;
  }

  it('go on with the replica when the master is gone', async () => {
    await using site = await startRedisSentinels();
    const jobs = openRedisJobs({
      redisUrl: 'redis://no-host-of-this-name:1',
      sentinels: site.sentinels,
      logger,
      lockMs: 1_000,
    });
    const done = new Set<string>();
    const queue = jobs.openQueue(definition);
    await jobs.startWorker(definition, async (name) => void done.add(name), { concurrency: 1 });
    const publishUntilDone = (name: string) =>
      eventually(
        async () => {
          await queue.publish([{ id: name, data: name }]);
          return done.has(name);
        },
        { timeoutMs: 30_000 },
      );
    await publishUntilDone('before');
    await site.killMaster();
    await expect(queue.publish([{ id: 'while', data: 'while' }])).rejects.toThrow();
    await publishUntilDone('after');
    await jobs.close();
  });
});
