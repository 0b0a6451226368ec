import type { Pool } from 'pg';
import { hasSecondFactor } from '../members/has-second-factor.ts';

interface StartContext {
  readonly path?: string | undefined;
  readonly context: { readonly session?: unknown };
}

/**
 * What the audit log says of a session that begins: nothing where it takes the place of another one
 * of its person, and not `sign_in` where it ends at once since a code is due.
 */
export async function nameSessionStart(
  pool: Pool,
  userId: string,
  context: StartContext | null | undefined,
): Promise<'sign_in' | 'sign_in.second_factor_due' | undefined> {
  const path = context?.path ?? '';
  if (path.startsWith('/two-factor/')) return context?.context.session ? undefined : 'sign_in';
  if (path !== '/sign-in/email' && !path.startsWith('/callback/')) return 'sign_in';
  return (await hasSecondFactor(pool, userId)) ? 'sign_in.second_factor_due' : 'sign_in';
}
