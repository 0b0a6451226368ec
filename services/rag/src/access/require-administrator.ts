import { AppError, type Principal } from '@lectern/contracts';
import type { Database } from '../database/tables.ts';
import { type Access, loadAccess, managesAll } from './load-access.ts';

/**
 * Requires the right to manage the whole organisation.
 * @throws AppError `unauthorized`, `forbidden`.
 */
export async function requireAdministrator(
  database: Database,
  principal: Principal,
): Promise<Access> {
  const access = await loadAccess(database, principal);
  if (!managesAll(access)) throw new AppError('forbidden');
  return access;
}
