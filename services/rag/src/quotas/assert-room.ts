import { AppError } from '@lectern/contracts';

/**
 * Requires that one more is within the quota.
 * @throws AppError `quota_exceeded`.
 */
export function assertRoom(quota: string, used: number, limit: number): void {
  if (used < limit) return;
  throw new AppError('quota_exceeded', `There may be ${limit} ${quota.replaceAll('_', ' ')}.`, {
    details: { quota, used, limit },
  });
}
