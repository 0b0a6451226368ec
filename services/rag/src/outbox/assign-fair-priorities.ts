import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/tables.ts';

export interface NewJobs {
  /** Documents of each job. */
  readonly jobs: readonly (readonly string[])[];
  /** True if they follow the jobs of every organisation. */
  readonly isBehind?: boolean | undefined;
}

/**
 * Assigns each job, given by its documents, a priority after the organisation's queued jobs. The
 * first one follows the work that is running now, so that one organisation's queue, however long,
 * delays another by one job at most.
 */
export async function assignFairPriorities(
  transaction: DatabaseTransaction,
  organisationId: string,
  { jobs, isBehind = false }: NewJobs,
): Promise<number[]> {
  const entries = JSON.stringify(jobs.flatMap((ids, job) => ids.map((id) => ({ id, job }))));
  const first = isBehind ? firstTurnBehind : 1;
  const unfinished = sql`where status in ('queued', 'parsing', 'indexing') and deleted_at is null
    and ${isBehind ? sql`turn >= ${firstTurnBehind}` : sql`turn < ${firstTurnBehind}`}`;
  const { rows } = await sql<{ job: number; turn: number }>`
    with own as (
      select (entry->>'id')::uuid as id, (entry->>'job')::int as job
      from jsonb_array_elements(${entries}::jsonb) as entry),
    next as (
      select greatest(
        coalesce((select min(turn) from rag.documents ${unfinished}), ${first}::int),
        coalesce((select max(turn) + 1 from rag.documents ${unfinished}
          and organisation_id = ${organisationId}), ${first}::int)) as turn)
    update rag.documents d set turn = next.turn + own.job
    from own, next where d.id = own.id
    returning own.job, d.turn`.execute(transaction);
  const turns = new Map(rows.map(({ job, turn }) => [job, turn]));
  return jobs.map((_, job) => turns.get(job) ?? first);
}

/** About the middle of the priorities that the queue knows. */
const firstTurnBehind = 1_000_000;
