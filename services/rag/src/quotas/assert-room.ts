import { AppError } from '@lectern/contracts';

/**
 * Requires that one more is within the quota.
 * @throws AppError `quota_exceeded`.
 */
export function assertRoom(quota: string, used: number, limit: number): void {
  if (used < limit) return;
  throw new AppError(
    'quota_exceeded',
    `The limit of ${limit} ${quota.replaceAll('_', ' ')} has been reached.`,
    {
      details: { quota, used, limit },
    },
  );
}
