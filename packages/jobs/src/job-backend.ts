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

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

export interface JobQueue<Data> {
  /** Resolves when the store has accepted the jobs. */
  publish(jobs: readonly JobToPublish<Data>[]): Promise<void>;
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
