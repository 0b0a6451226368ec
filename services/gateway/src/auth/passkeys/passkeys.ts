import { isIP } from 'node:net';
import type { BetterAuthPlugin } from 'better-auth';
import type { Database } from '../../database/tables.ts';
import { createPasskeyPlugin, type PasskeySite } from '../better-auth/passkey-plugin.ts';
import { findOwnOrigins, loopbackNames } from '../caller/origins.ts';
import { type PasskeyChecksOptions, passkeyChecks } from './passkey-checks.ts';

/**
 * Returns the site to which passkeys are bound; undefined where browsers allow no passkeys: at an IP
 * address, and without TLS except on loopback.
 */
export function findPasskeySite(publicUrl: string): PasskeySite | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  const origins = findOwnOrigins(publicUrl);
  if (loopbackNames.includes(hostname)) return { name: 'localhost', origins };
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return protocol === 'https:' && isName ? { name: hostname, origins } : undefined;
}

/** Returns no plugins where the public address allows no passkeys. */
export function createPasskeyPlugins(
  publicUrl: string,
  options: PasskeyChecksOptions,
): readonly BetterAuthPlugin[] {
  const site = findPasskeySite(publicUrl);
  if (!site) return [];
  const plugin = createPasskeyPlugin(site);
  return [passkeyChecks(plugin, options), plugin];
}

/** Removes all passkeys of a person who resets the password: somebody else may have added them. */
export async function removePasskeys(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('passkey').where('userId', '=', userId).execute();
}
