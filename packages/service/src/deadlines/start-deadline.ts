import { AppError, deadlineHeader } from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';
import type { Request, Response } from 'express';
import { onClosed } from './on-closed.ts';

export interface Deadline {
  /** Aborted when the deadline passes or the caller leaves. */
  readonly signal: AbortSignal;
  /**
   * Runs work until the signal aborts.
   * @throws AppError `deadline_exceeded` in place of any failure after the deadline.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Starts the deadline of a request: the caller's remaining time, at most `maxMs`. */
export function startDeadline(request: Request, response: Response, maxMs: number): Deadline {
  const given = Number(request.header(deadlineHeader));
  const budgetMs = Number.isFinite(given) && given > 0 ? Math.min(given, maxMs) : maxMs;
  const timeout = startTimeout(Math.ceil(budgetMs));
  const gone = new AbortController();
  onClosed(response, () => {
    timeout.end();
    if (!response.writableFinished) gone.abort();
  });
  return {
    signal: AbortSignal.any([timeout.signal, gone.signal]),
    async run(work) {
      try {
        return await work();
      } catch (cause) {
        throw timeout.signal.aborted
          ? new AppError('deadline_exceeded', undefined, { cause })
          : cause;
      }
    },
  };
}
