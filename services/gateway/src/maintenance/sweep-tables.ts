import type { Pool } from 'pg';

/** Strangers add them: by an address that is fetched anew when it is asked for, or by registration. */
const unusedClient = (since: string) => `
  greatest("createdAt", "updatedAt") < now() - interval '${since}' and "userId" is null and "skipConsent" is not true
  and not exists (select from auth."oauthConsent" as consent
    where consent."clientId" = auth."oauthClient"."clientId")`;

/** Tables that only grow, and what of them nothing asks for any more. */
const outdated: readonly { readonly table: string; readonly where: string }[] = [
  // Nothing lives longer by itself than an internal token's ten minutes.
  { table: 'auth.revocations', where: `at < now() - interval '1 hour'` },
  // A code is exchanged within ten minutes, or never.
  { table: 'auth.used_codes', where: `at < now() - interval '1 day'` },
  { table: 'auth.second_factor_codes', where: `at < now() - interval '1 hour'` },
  // Of gateways that ended without a word.
  { table: 'auth.call_counts', where: `at < now() - interval '1 hour'` },
  { table: 'auth.verification', where: `"expiresAt" < now() - interval '1 day'` },
  { table: 'auth.one_time_tokens', where: `expires_at < now() - interval '1 day'` },
  { table: 'auth.session', where: `"expiresAt" < now() - interval '1 day'` },
  { table: 'auth."oauthAccessToken"', where: `"expiresAt" < now() - interval '1 day'` },
  { table: 'auth."oauthRefreshToken"', where: `"expiresAt" < now() - interval '1 day'` },
  {
    table: 'auth."oauthClient"',
    where: `"clientDiscoveryId" is not null and ${unusedClient('1 day')}`,
  },
  {
    table: 'auth."oauthClient"',
    where: `"clientDiscoveryId" is null and ${unusedClient('30 days')}`,
  },
  { table: 'auth."oauthClientAssertion"', where: `"expiresAt" < now() - interval '1 day'` },
];

const rowsAtOnce = 5_000;

/** Removes outdated rows, in small steps; gives how many of each table. */
export async function sweepTables(pool: Pool): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  for (const { table, where } of outdated) {
    for (;;) {
      const { rowCount } = await pool.query(
        `delete from ${table} where ctid in (
           select ctid from ${table} where ${where} limit ${rowsAtOnce} for update skip locked)`,
      );
      removed[table] = (removed[table] ?? 0) + (rowCount ?? 0);
      if ((rowCount ?? 0) < rowsAtOnce) break;
    }
  }
  return removed;
}
