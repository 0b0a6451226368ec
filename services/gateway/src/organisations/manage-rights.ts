import { AppError, type Role } from '@lectern/contracts';
import type { Caller } from '../auth/caller/caller.ts';
import { rankOfRole } from '../auth/caller/roles.ts';

/** @throws AppError `forbidden` when the role is above the caller's: only owners manage owners. */
export function assertMayManage(caller: Caller, role: Role): void {
  if (rankOfRole[role] > rankOfRole[caller.role]) {
    throw new AppError('forbidden', 'This role is above yours.', { details: { role } });
  }
}
