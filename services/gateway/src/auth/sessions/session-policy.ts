import { endpoints } from '@lectern/contracts';
import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { ExpiringCache } from '../caller/expiring-cache.ts';

const daySeconds = 86_400;

/** Limits of all sessions. An organisation may set shorter ones. */
export const sessionTimes = { expiresIn: 7 * daySeconds, updateAge: daySeconds };

const touchEveryMs = 60_000;
const endEveryMs = 15_000;

/** An open page sends these requests by itself; they do not count as use. */
const automaticPaths: readonly string[] = [
  endpoints.listPendingApprovals.path,
  endpoints.streamEvents.path,
];

export type SessionTouch = (sessionId: string, path: string) => Promise<void>;

/** Records the use of sessions to the minute. */
export function createSessionTouch(database: Database): SessionTouch {
  const touched = new ExpiringCache<void>({ ttlMs: touchEveryMs, maxEntries: 10_000 });
  return async (sessionId, path) => {
    if (automaticPaths.includes(path)) return;
    await touched.getOrLoad(sessionId, async () => {
      await database
        .updateTable('session')
        .set({ usedAt: sql`now()` })
        .where('id', '=', sessionId)
        .where('usedAt', '<', sql<Date>`now() - interval '30 seconds'`)
        .execute();
    });
  };
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
