import type { SourceScheduleJob } from '@lectern/contracts';
import type { JobBackend, JobCounts, JobQueue } from '@lectern/jobs';
import type { Lane } from '../database/tables.ts';
import {
  importJob,
  ingestJobs,
  sourcePreviewJob,
  sourceRunJob,
  sourceScheduleJob,
  upkeepJob,
} from './job-definitions.ts';

export type CountIngestJobs = () => Promise<Readonly<Record<Lane, JobCounts>>>;

export interface RagQueues {
  /** Queues by name. */
  readonly all: ReadonlyMap<string, JobQueue<unknown>>;
  readonly sourceSchedules: JobQueue<SourceScheduleJob>;
  readonly countIngestJobs: CountIngestJobs;
}

/** Opens every queue that this service publishes to. */
export function openQueues(jobs: JobBackend): RagQueues {
  const light = jobs.openQueue<unknown>(ingestJobs.light);
  const heavy = jobs.openQueue<unknown>(ingestJobs.heavy);
  const sourceSchedules = jobs.openQueue<SourceScheduleJob>(sourceScheduleJob);
  return {
    sourceSchedules,
    all: new Map([
      [ingestJobs.light.name, light],
      [ingestJobs.heavy.name, heavy],
      [upkeepJob.name, jobs.openQueue<unknown>(upkeepJob)],
      [importJob.name, jobs.openQueue<unknown>(importJob)],
      [sourceRunJob.name, jobs.openQueue<unknown>(sourceRunJob)],
      [sourcePreviewJob.name, jobs.openQueue<unknown>(sourcePreviewJob)],
      [sourceScheduleJob.name, sourceSchedules as JobQueue<unknown>],
    ]),
    countIngestJobs: async () => ({ light: await light.count(), heavy: await heavy.count() }),
  };
}

/** Sums the counts of both lanes. */
export async function sumIngestJobs(count: CountIngestJobs): Promise<JobCounts> {
  const { light, heavy } = await count();
  return {
    waiting: light.waiting + heavy.waiting,
    active: light.active + heavy.active,
    delayed: light.delayed + heavy.delayed,
  };
}
