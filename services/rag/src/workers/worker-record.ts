import type { WorkerJob, WorkerState } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { claimMs } from '../ingestion/claim-documents.ts';

export interface Heartbeat {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly jobs: readonly WorkerJob[];
}

/** Records that a worker is alive, and deletes those that have been silent for a day. */
export async function recordWorker(database: Database, sign: Heartbeat): Promise<void> {
  const jobs = JSON.stringify(sign.jobs);
  await database
    .insertInto('rag.workers')
    .values({ ...sign, jobs })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ jobs, seen_at: sql<Date>`now()` }),
    )
    .execute();
  await database
    .deleteFrom('rag.workers')
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

/** Deletes the record of a worker that stops regularly. */
export async function removeWorker(database: Database, id: string): Promise<void> {
  await database.deleteFrom('rag.workers').where('id', '=', id).execute();
}

/** Lists living workers, the oldest first. */
export async function listWorkers(database: Database): Promise<readonly WorkerState[]> {
  const { rows } = await sql<Omit<WorkerState, 'started_at'> & { started_at: Date }>`
    select w.id, w.host, w.version, w.started_at, w.jobs,
      extract(epoch from now() - w.seen_at)::int as silent_seconds,
      w.seen_at > now() - ${`${claimMs} milliseconds`}::interval as alive
    from rag.workers w
    order by alive desc, w.started_at, w.id`.execute(database);
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }));
}
