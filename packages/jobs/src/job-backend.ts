import type { JobDefinition, JobProcessor, TraceHeaders } from './job-definition.ts';

export interface JobToPublish<Data> {
  /** A job whose id is still queued or running is not added again. No `:` and not all digits. */
  readonly id: string;
  readonly data: Data;
  /** Waiting jobs of a lower number go first, from 1; jobs without one go before all. */
  readonly priority?: number | undefined;
  /** Headers of the trace that it belongs to. */
  readonly trace?: TraceHeaders | undefined;
}

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

export interface JobQueue<Data> {
  /** Resolves when the store has taken the jobs. */
  publish(jobs: readonly JobToPublish<Data>[]): Promise<void>;
  count(): Promise<JobCounts>;
}

export interface JobWorkerOptions {
  /** Jobs at the same time in this process. */
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
