import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Unauthenticated clients create these rows: by registration, or by a metadata address. */
const unusedClient = (since: string) => `
  greatest("createdAt", "updatedAt") < now() - interval '${since}' and "userId" is null and "skipConsent" is not true
  and not exists (select from auth."oauthConsent" as consent
    where consent."clientId" = auth."oauthClient"."clientId")`;

/** Tables that grow without bound, and the condition for their outdated rows. */
const outdated: readonly { readonly table: string; readonly where: string }[] = [
  // No credential outlives its revocation by more than the ten minutes of an internal token.
  { table: 'auth.revocations', where: `at < now() - interval '1 hour'` },
  // Authorization codes expire after ten minutes.
  { table: 'auth.used_codes', where: `at < now() - interval '1 day'` },
  { table: 'auth.second_factor_codes', where: `at < now() - interval '1 hour'` },
  // Left behind by gateways that crashed.
  { table: 'auth.call_counts', where: `at < now() - interval '1 hour'` },
  { table: 'auth.verification', where: `"expiresAt" < now() - interval '1 day'` },
  { table: 'auth.one_time_tokens', where: `expires_at < now() - interval '1 day'` },
  { table: 'auth.idempotency_keys', where: 'expires_at <= now()' },
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

const hourMs = 3_600_000;
const batchRows = 5_000;

/** Removes outdated rows at the start and every hour. */
export function startSweep(database: Database, logger: Logger, onClose: OnClose): void {
  runPeriodically(
    {
      everyMs: hourMs,
      firstAfterMs: 0,
      work: async () =>
        logger.debug({ removed: await sweepTables(database) }, 'outdated rows removed'),
      logger,
      failure: 'outdated rows could not be removed',
    },
    onClose,
  );
}

/** Removes outdated rows in batches; returns the number of removed rows by table. */
export async function sweepTables(database: Database): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  for (const { table, where } of outdated) {
    for (;;) {
      const rows = sql.raw(where);
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.raw(table)} where ctid in (
          select ctid from ${sql.raw(table)} where ${rows} limit ${batchRows} for update skip locked
        )`.execute(database);
      removed[table] = (removed[table] ?? 0) + Number(numAffectedRows);
      if (numAffectedRows < batchRows) break;
    }
  }
  return removed;
}
