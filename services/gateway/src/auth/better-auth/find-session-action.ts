import type { Pool } from 'pg';
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
 * What the audit log says of a session that begins: nothing where it takes the place of another one
 * of its person, and not `sign_in` where it ends at once since a code is due.
 */
export async function findSessionAction(
  pool: Pool,
  userId: string,
  context: StartContext | null | undefined,
): Promise<'sign_in' | 'sign_in.second_factor_due' | undefined> {
  const asked = context ?? {};
  if (onSecondFactor(asked)) return context?.context.session ? undefined : 'sign_in';
  if (!onPassword(asked) && !onProviderCallback(asked)) return 'sign_in';
  return (await hasTwoFactor(pool, userId)) ? 'sign_in.second_factor_due' : 'sign_in';
}
