import { deadlineHeader } from '@lectern/contracts';
import type { Request, Response } from 'express';

export interface Deadline {
  /** Aborted when the time is up or the caller is gone. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  readonly passed: boolean;
}

/** What is left of the caller's patience, at most `maxMs`. */
export function startDeadline(request: Request, response: Response, maxMs: number): Deadline {
  const given = Number(request.header(deadlineHeader));
  const budgetMs = Number.isFinite(given) && given > 0 ? Math.min(given, maxMs) : maxMs;
  const endsAt = performance.now() + budgetMs;
  const timeout = AbortSignal.timeout(Math.ceil(budgetMs));
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    signal: AbortSignal.any([timeout, gone.signal]),
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    get passed() {
      return timeout.aborted;
    },
  };
}
