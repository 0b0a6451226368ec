import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Leftovers } from './count-leftovers.ts';

/** Result and time of the last count. */
export interface LeftoversRecord {
  readonly counts: Readonly<Record<string, number>>;
  readonly counted_at: string;
}

/** Stores the counts, so that every worker can report them. */
export async function recordLeftovers(database: Database, counts: Leftovers): Promise<void> {
  await sql`
    insert into rag.leftovers (kind, count, counted_at)
    select key, value::bigint, now() from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
    on conflict (kind) do update set count = excluded.count, counted_at = excluded.counted_at`.execute(
    database,
  );
}

/** Returns the last count; undefined before the first. */
export async function findLeftovers(database: Database): Promise<LeftoversRecord | undefined> {
  const { rows } = await sql<{ kind: string; count: number; counted_at: Date }>`
    select kind, count::int as count, counted_at from rag.leftovers order by kind`.execute(
    database,
  );
  const [first] = rows;
  return (
    first && {
      counts: Object.fromEntries(rows.map(({ kind, count }) => [kind, count])),
      counted_at: first.counted_at.toISOString(),
    }
  );
}
