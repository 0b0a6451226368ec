import { sql } from 'kysely';
import type { UpstreamDatabase } from '../upstream-tables.ts';

/** Enabled servers of all organisations by their health. */
export type ServerCounts = Readonly<Record<string, number>>;

export async function countServers(database: UpstreamDatabase): Promise<ServerCounts> {
  const rows = await database
    .selectFrom('mcp_servers')
    .select(['health_state', sql<number>`count(*)::int`.as('count')])
    .where('enabled', '=', true)
    .groupBy('health_state')
    .execute();
  return Object.fromEntries(rows.map(({ health_state, count }) => [health_state, count]));
}
