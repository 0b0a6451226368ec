import type { FetchPolicy } from '@lectern/contracts';
import type { OutsideCall } from './requests/outside-service.ts';

/** The caller and the deadline of a request for literature. */
export interface LiteratureCall {
  readonly organisationId: string;
  readonly signal: AbortSignal;
}

/** Fetch options of a tool's input. */
export interface FetchOptions {
  readonly fetch_policy: FetchPolicy;
  readonly max_attempts: number;
  readonly backoff: 'exponential' | 'linear';
  readonly cache_lifetime_s: number;
  readonly timeout_ms?: number | undefined;
}

export function toOutsideCall(options: FetchOptions, call: LiteratureCall): OutsideCall {
  return {
    ...call,
    maxAttempts: options.max_attempts,
    backoff: options.backoff,
    askingMs: options.timeout_ms,
  };
}

export function isFresh(fetchedAt: Date, { cache_lifetime_s }: FetchOptions): boolean {
  return Date.now() - fetchedAt.getTime() < cache_lifetime_s * 1000;
}
