import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Maximum processor seconds of parsing for an organisation in a day (UTC); further files fail. */
export const maxParseSecondsPerDay = 86_400;

/** Adds parsing time to an organisation's use of today. */
export async function recordParseTime(
  database: Database,
  organisationId: string,
  workedMs: number,
): Promise<void> {
  await sql`
    insert into rag.parse_use as u (organisation_id, day, seconds)
    values (${organisationId}, (now() at time zone 'UTC')::date, ${workedMs / 1000})
    on conflict (organisation_id, day) do update set seconds = u.seconds + excluded.seconds`.execute(
    database,
  );
}

/** Returns the parsing seconds of today, in UTC. */
export async function loadParseSeconds(
  database: Database,
  organisationId: string,
): Promise<number> {
  const row = await database
    .selectFrom('rag.parse_use')
    .select('seconds')
    .where('organisation_id', '=', organisationId)
    .where('day', '=', sql<Date>`(now() at time zone 'UTC')::date`)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}
