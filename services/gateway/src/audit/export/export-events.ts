import {
  type Logger,
  type Metrics,
  type OnClose,
  runPeriodically,
  tryWithLock,
} from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { AuditReceiver } from './audit-receiver.ts';

export interface AuditUpkeepOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** Without one nothing is exported. */
  readonly receiver?: AuditReceiver | undefined;
  /** Age in days at which events are removed; without one they are kept. */
  readonly retentionDays?: number | undefined;
}

/** Exposes the age of the oldest event that was not exported; 0 without a receiver. */
export function observeExport(
  metrics: Metrics,
  { database, receiver }: Pick<AuditUpkeepOptions, 'database' | 'receiver'>,
): void {
  metrics.gauge({
    name: 'lectern_audit_export_age_seconds',
    help: 'Age of the oldest audit event that was not exported.',
    collect: async (gauge) => {
      gauge.reset();
      if (!receiver) return;
      const { rows } = await sql<{ age: number }>`
        select coalesce(extract(epoch from now() - (
          select at from auth.audit_log
          where id > coalesce((select last_id from auth.audit_exports), 0) order by id limit 1
        )), 0)::float as age`
        .execute(database)
        .catch(() => ({ rows: [] }));
      for (const { age } of rows) gauge.set(age);
    },
  });
}

const everyMs = 2_000;
const maxPauseMs = 300_000;
const batchSize = 200;

/**
 * Exports new events and removes old ones every two seconds, in one gateway at a time. While the
 * receiver is unavailable the pauses grow to five minutes and events stay in the database.
 */
export function startAuditUpkeep(options: AuditUpkeepOptions, onClose: OnClose): void {
  const { logger, receiver, retentionDays } = options;
  if (!receiver && retentionDays === undefined) return;
  let failures = 0;
  let pausedUntil = 0;
  runPeriodically(
    {
      everyMs,
      work: async (signal) => {
        if (Date.now() < pausedUntil) return;
        try {
          await keepAuditLog(options, signal);
          failures = 0;
        } catch (error) {
          failures += 1;
          pausedUntil = Date.now() + Math.min(maxPauseMs, everyMs * 2 ** failures);
          throw error;
        }
      },
      logger,
      failure: 'audit events could not be exported or removed',
    },
    onClose,
  );
}

/** Exports what is new, then removes what is old and exported. Does nothing if another gateway does. */
export async function keepAuditLog(
  { database, receiver, retentionDays }: AuditUpkeepOptions,
  signal: AbortSignal,
): Promise<void> {
  await tryWithLock(database, 'auth.audit_upkeep', async (holder) => {
    let exported = receiver ? await exportEvents(holder, receiver, signal) : undefined;
    if (retentionDays === undefined) return;
    exported ??= '9223372036854775807';
    // Once a day: each removal leaves a row for the chain.
    await sql`select auth.remove_audit_events(
      now() - date_trunc('day', now() - make_interval(days => ${retentionDays})), ${exported})`.execute(
      holder,
    );
  });
}

/** Returns the id of the last event that the receiver has. */
async function exportEvents(
  database: Database,
  receiver: AuditReceiver,
  signal: AbortSignal,
): Promise<string> {
  const cursor = await database.selectFrom('audit_exports').select('last_id').executeTakeFirst();
  let lastId = cursor?.last_id ?? '0';
  for (;;) {
    const rows = await database
      .selectFrom('audit_log')
      .select((select) => [
        ...(['id', 'at', 'organisation_id', 'action', 'actor_id'] as const),
        ...(['target', 'address', 'request_id', 'details'] as const),
        sql<string>`encode(${select.ref('hash')}, 'hex')`.as('hash'),
      ])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return lastId;
    signal.throwIfAborted();
    await receiver.send(
      rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      signal,
    );
    lastId = last.id;
    await database
      .insertInto('audit_exports')
      .values({ last_id: lastId })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ last_id: lastId }))
      .execute();
  }
}
