import { AppError, maxUsageDays, type usageQuerySchema } from '@lectern/contracts';
import type { z } from 'zod';

/** Days and people of a usage report. */
export interface UsageScope {
  readonly organisationId: string;
  /** Undefined for everybody. */
  readonly userId: string | undefined;
  /** First and last day in UTC, like `2026-05-17`. */
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const defaultDays = 30;

/** @throws AppError `invalid_request` for days in the wrong order or too many. */
export function readUsageDays(
  { from, to, days }: Pick<z.output<typeof usageQuerySchema>, 'from' | 'to' | 'days'>,
  now = Date.now(),
): Pick<UsageScope, 'from' | 'to'> {
  const last = toDay(to === undefined ? now : Date.parse(to));
  const first =
    from === undefined ? addDays(last, 1 - (days ?? defaultDays)) : toDay(Date.parse(from));
  if (first > last) throw invalid('is later than to');
  if (first < addDays(last, 1 - maxUsageDays)) {
    throw invalid(`is more than ${maxUsageDays} days before the end`);
  }
  return { from: first, to: last };
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * dayMs);
}

function invalid(problem: string): AppError {
  return new AppError('invalid_request', `from: ${problem}`, { details: { field: 'from' } });
}
