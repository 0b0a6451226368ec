import type { Database } from '../../database/tables.ts';
import { hasTwoFactor } from '../../members/sign-in-facts.ts';
import { onPath, onProviderCallback } from './on-path.ts';

const onSecondFactor = onPath(
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
);
const onPassword = onPath('/sign-in/email');

interface StartContext {
  readonly path?: string | undefined;
  readonly context: { readonly session?: unknown };
}

/**
 * Returns the audit action of a new session: none if it replaces another one of the person, and not
 * `sign_in` if it ends at once because a code is required.
 */
export async function findSessionAction(
  database: Database,
  userId: string,
  context: StartContext | null | undefined,
): Promise<'sign_in' | 'sign_in.second_factor_due' | undefined> {
  const asked = context ?? {};
  if (onSecondFactor(asked)) return context?.context.session ? undefined : 'sign_in';
  if (!onPassword(asked) && !onProviderCallback(asked)) return 'sign_in';
  return (await hasTwoFactor(database, userId)) ? 'sign_in.second_factor_due' : 'sign_in';
}
