import type { BetterAuthPlugin } from 'better-auth';
import type { Pool } from 'pg';
import { findPasskeySite } from './find-passkey-site.ts';
import { type PasskeyChecksOptions, passkeyChecks } from './passkey-checks.ts';
import { createPasskeyPlugin } from './passkey-plugin.ts';

/** None where the public address allows no passkeys. */
export function createPasskeyPlugins(
  publicUrl: string,
  options: PasskeyChecksOptions,
): readonly BetterAuthPlugin[] {
  const site = findPasskeySite(publicUrl);
  if (!site) return [];
  const plugin = createPasskeyPlugin(site);
  return [passkeyChecks(plugin, options), plugin];
}

/** For who begins anew with a password by a link: whoever added them may not have been the person. */
export async function removePasskeys(pool: Pick<Pool, 'query'>, userId: string): Promise<void> {
  await pool.query('delete from auth.passkey where "userId" = $1', [userId]);
}
