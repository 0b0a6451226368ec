import type { z } from 'zod';

/**
 * Definition of a job, independent of the backend. Delivery is at least once: processors must be
 * idempotent.
 */
export interface JobDefinition<Data> {
  /** Queue name, for example `rag.ingest`. */
  readonly name: string;
  readonly schema: z.ZodType<Data>;
  /** Maximum attempts of a job, including the first. */
  readonly attempts: number;
  /** Delay before the second attempt; doubles with each further one. */
  readonly backoffMs: number;
}

/** Headers from `traceHeaders()`; empty without tracing. */
export type TraceHeaders = Readonly<Record<string, string>>;

export interface JobRun {
  /** Aborted when the worker stops or the job is cancelled. */
  readonly signal: AbortSignal;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Trace in which the job was published. */
  readonly trace: TraceHeaders;
}

/**
 * Processes one job.
 * @throws PermanentJobError when a retry cannot help.
 */
export type JobProcessor<Data> = (data: Data, run: JobRun) => Promise<void>;

/** An error for which a retry cannot help. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return Object.freeze(definition);
}
