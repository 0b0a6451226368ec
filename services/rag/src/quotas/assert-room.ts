import { AppError } from '@lectern/contracts';

/** @throws AppError `quota_exceeded` when one more would be too many. */
export function assertRoom(quota: string, used: number, limit: number): void {
  if (used < limit) return;
  throw new AppError('quota_exceeded', `There may be ${limit} ${quota.replaceAll('_', ' ')}.`, {
    details: { quota, used, limit },
  });
}
