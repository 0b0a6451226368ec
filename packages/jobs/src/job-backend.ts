import type { JobDefinition, JobProcessor, TraceHeaders } from './job-definition.ts';

export interface JobToPublish<Data> {
  /**
   * A job is not added while one with the same id is queued or running. No `:` and not only digits.
   */
  readonly id: string;
  readonly data: Data;
  /** Priority from 1; lower numbers run first. Jobs without one run before all others. */
  readonly priority?: number | undefined;
  /** Headers of the job's trace. */
  readonly trace?: TraceHeaders | undefined;
}

/** Publishes a job at the times of a cron expression. */
export interface JobSchedule<Data> {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** IANA name of the time zone of `cron`. */
  readonly timeZone: string;
  readonly data: Data;
}

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

export interface JobQueue<Data> {
  /** Resolves when the store has accepted the jobs. */
  publish(jobs: readonly JobToPublish<Data>[]): Promise<void>;
  /** Sets the schedule of this id, or removes it. An unchanged one keeps its next time. */
  schedule(id: string, schedule: JobSchedule<Data> | undefined): Promise<void>;
  /** Lists the ids of all schedules. */
  listSchedules(): Promise<string[]>;
  count(): Promise<JobCounts>;
}

export interface JobWorkerOptions {
  /** Maximum concurrent jobs in this process. */
  readonly concurrency: number;
}

/** Carries jobs from publishers to workers. Closing waits for running jobs. */
export interface JobBackend {
  openQueue<Data>(definition: JobDefinition<Data>): JobQueue<Data>;
  startWorker<Data>(
    definition: JobDefinition<Data>,
    processor: JobProcessor<Data>,
    options: JobWorkerOptions,
  ): Promise<void>;
  close(): Promise<void>;
}
