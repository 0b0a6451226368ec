import type { z } from 'zod';

/** What a job is, whatever carries it. Delivery is at least once: processors must be idempotent. */
export interface JobDefinition<Data> {
  /** Queue name, for example `rag.ingest`. */
  readonly name: string;
  readonly schema: z.ZodType<Data>;
  /** Tries of one job, the first included. */
  readonly attempts: number;
  /** Wait before the second try; doubles with each further one. */
  readonly backoffMs: number;
}

/** As `traceHeaders()` makes them; empty where nothing is traced. */
export type TraceHeaders = Readonly<Record<string, string>>;

export interface JobRun {
  /** Aborted when the worker stops or the job is cancelled. */
  readonly signal: AbortSignal;
  /** Counts from 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** The trace in which the job was published. */
  readonly trace: TraceHeaders;
}

/**
 * Does the work of one job.
 * @throws PermanentJobError when another try cannot help.
 */
export type JobProcessor<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Another try would end the same way. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return Object.freeze(definition);
}
