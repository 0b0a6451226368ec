import { expect, it } from '@jest/globals';
import { suiteHealthSchema } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { ActiveJobs } from './active-jobs.ts';
import { recordWorker } from './worker-record.ts';

async function readWorkers({ url }: TestRag) {
  const health = await (await fetch(`${url}/health`)).json();
  const schema = suiteHealthSchema.shape.services.valueType;
  return schema.parse(health).workers ?? [];
}

it('tells of a worker that lives, and no more of one that has stopped', async () => {
  await using rag = await startTestRag();
  const [worker] = await eventually(async () => {
    const workers = await readWorkers(rag);
    return workers.length > 0 && workers;
  });
  expect(worker).toMatchObject({ alive: true, jobs: [] });
  await rag.stopWorker();
  expect(await readWorkers(rag)).toEqual([]);
});

it('tells what a worker had in hand when it fell silent, and forgets it after a day', async () => {
  await using rag = await startTestRag();
  const { database } = rag.dependencies;
  await rag.stopWorker();
  const id = '0198f2a0-0000-7000-8000-000000000001';
  const job = { task: 'ingest' as const, documents: 3, since: '2026-11-23T12:00:00.000Z' };
  const sign = { id, host: 'box', version: '1.0.0', jobs: [job] };
  await recordWorker(database, sign);
  expect(await readWorkers(rag)).toMatchObject([{ id, alive: true, jobs: [job] }]);

  const fallSilent = (seconds: number) =>
    rag.database.pool.query(
      'update rag.workers set seen_at = now() - make_interval(secs => $1) where id = $2',
      [seconds, id],
    );
  await fallSilent(40);
  expect(await readWorkers(rag)).toMatchObject([{ id, alive: false, jobs: [job] }]);
  expect((await readWorkers(rag))[0]?.silent_seconds).toBeGreaterThanOrEqual(40);

  await recordWorker(database, { ...sign, jobs: [] });
  expect(await readWorkers(rag)).toMatchObject([{ id, alive: true, jobs: [] }]);

  await fallSilent(90_000);
  const other = '0198f2a0-0000-7000-8000-000000000002';
  await recordWorker(database, { ...sign, id: other });
  expect(await readWorkers(rag)).toMatchObject([{ id: other }]);
});

it('has a job in hand until its work ends, also where the work fails', async () => {
  const jobs = new ActiveJobs();
  const { promise, reject } = Promise.withResolvers<void>();
  const work = jobs.during({ task: 'remove', documents: 2 }, () => promise);
  expect(jobs.list()).toMatchObject([{ task: 'remove', documents: 2 }]);
  reject(new Error('lost'));
  await expect(work).rejects.toThrow('lost');
  expect(jobs.list()).toEqual([]);
});
