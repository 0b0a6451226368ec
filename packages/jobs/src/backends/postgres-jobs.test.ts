import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate } from '@lectern/migrate';
import { createLogger } from '@lectern/service';
import { openTestPostgres, type TestPostgres } from '@lectern/testing/postgres';
import { z } from 'zod';
import { startHangingWorker } from '../../test/start-hanging-worker.ts';
import { describeJobBackend, type HangingWorker, lockMs } from '../job-backend.suite.ts';
import { defineJob } from '../job-definition.ts';
import { openPostgresJobs } from './postgres-jobs.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
let server: TestPostgres;

// A server of its own, since one case restarts it.
beforeAll(async () => {
  server = await openTestPostgres();
  await migrate({ databaseUrl: server.adminUrl });
});
afterAll(() => server.close());

describeJobBackend('PostgreSQL jobs', async () => {
  const url = server.adminUrl;
  const victims: HangingWorker[] = [];
  return {
    open: () => openPostgresJobs({ databaseUrl: url, logger, lockMs }),
    async startHangingWorker(queue) {
      const victim = await startHangingWorker({ store: 'postgres', url, queue, lockMs });
      victims.push(victim);
      return victim;
    },
    restart: server.restart,
    async dispose() {
      await Promise.all(victims.map((victim) => victim.kill()));
    },
  };
});

it('fails to start a worker without its database, and runs nothing', async () => {
  const url = new URL(server.adminUrl);
  url.pathname = '/missing';
  const jobs = openPostgresJobs({ databaseUrl: url.href, logger, lockMs });
  const definition = defineJob({ name: 'j', schema: z.null(), attempts: 1, backoffMs: 1 });
  const started = jobs.startWorker(definition, async () => {}, { concurrency: 1 });
  await expect(started).rejects.toThrow('does not exist');
  await jobs.close();
});
