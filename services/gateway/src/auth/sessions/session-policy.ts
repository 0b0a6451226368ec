import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { ExpiringCache } from '../caller/expiring-cache.ts';

const touchEveryMs = 60_000;
const endEveryMs = 15_000;

/** Records the use of sessions to the minute. */
export function createSessionTouch(database: Database): (sessionId: string) => Promise<void> {
  const touched = new ExpiringCache<void>({ ttlMs: touchEveryMs, maxEntries: 10_000 });
  return (sessionId) =>
    touched.getOrLoad(sessionId, async () => {
      await database
        .updateTable('session')
        .set({ usedAt: sql`now()` })
        .where('id', '=', sessionId)
        .where('usedAt', '<', sql<Date>`now() - interval '30 seconds'`)
        .execute();
    });
}

/**
 * Ends the sessions that are older, or unused for longer, than the organisation in which they are
 * active allows. Their streams and tokens end with them.
 */
export async function endOutdatedSessions(database: Database): Promise<void> {
  await sql`
    delete from auth.session using auth.sign_in_settings as policy
    where policy.organisation_id = session."activeOrganizationId" and (
      session."createdAt" < now() - make_interval(hours => policy.max_session_hours)
      or session."usedAt" < now() - make_interval(mins => policy.idle_minutes))`.execute(database);
}

/** Ends outdated sessions every fifteen seconds. */
export function startSessionPolicy(database: Database, logger: Logger, onClose: OnClose): void {
  runPeriodically(
    {
      everyMs: endEveryMs,
      work: () => endOutdatedSessions(database),
      logger,
      failure: 'outdated sessions could not be ended',
    },
    onClose,
  );
}
