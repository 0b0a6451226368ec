import type { OpenAuthPath } from '@lectern/contracts';
import type { Pool } from 'pg';
import { hasSecondFactor } from '../members/has-second-factor.ts';

const secondFactorPaths: ReadonlySet<string> = new Set<OpenAuthPath>([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
]);
const passwordPath: OpenAuthPath = '/sign-in/email';

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
  if (secondFactorPaths.has(path)) return context?.context.session ? undefined : 'sign_in';
  // The library gives the path of providers as its pattern or as it was called.
  if (path !== passwordPath && !path.startsWith('/callback/')) return 'sign_in';
  return (await hasSecondFactor(pool, userId)) ? 'sign_in.second_factor_due' : 'sign_in';
}
