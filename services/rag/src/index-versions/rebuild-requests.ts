import { writeToOutbox } from '@lectern/jobs';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { ragOutbox, upkeepJob } from '../outbox/job-definitions.ts';
import type { RebuildProgress } from './rebuild-index.ts';

/** Requests a rebuild of the active index from the workers. A repeated request adds nothing. */
export async function requestRebuild(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const active = await transaction
      .updateTable('rag.index_generations')
      .set({
        rebuild_requested_at: sql`coalesce(rebuild_requested_at, now())`,
        rebuild_done: sql`case when rebuild_requested_at is null then 0 else rebuild_done end`,
      })
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (active) await publishRebuild(transaction, active.id);
  });
}

/** Returns true if a requested rebuild has not ended. */
export async function isRebuildRequested(
  database: Database,
  indexVersion: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('rag.index_generations')
    .select('rebuild_requested_at')
    .where('id', '=', indexVersion)
    .executeTakeFirst();
  return Boolean(row?.rebuild_requested_at);
}

export async function recordProgress(
  database: Database,
  indexVersion: string,
  { done, total }: RebuildProgress,
): Promise<void> {
  await database
    .updateTable('rag.index_generations')
    .set({ rebuild_done: done, rebuild_total: total })
    .where('id', '=', indexVersion)
    .execute();
}

export async function endRebuild(database: Database, indexVersion: string): Promise<void> {
  await database
    .updateTable('rag.index_generations')
    .set({ rebuild_requested_at: null })
    .where('id', '=', indexVersion)
    .execute();
}

export async function loadRebuild(
  database: Database,
): Promise<RebuildProgress & { isRunning: boolean }> {
  const row = await database
    .selectFrom('rag.index_generations')
    .select(['rebuild_requested_at', 'rebuild_done', 'rebuild_total'])
    .where('status', '=', 'active')
    .executeTakeFirst();
  return {
    isRunning: Boolean(row?.rebuild_requested_at),
    done: row?.rebuild_done ?? 0,
    total: row?.rebuild_total ?? 0,
  };
}

async function publishRebuild(
  transaction: DatabaseTransaction,
  indexVersion: string,
): Promise<void> {
  await writeToOutbox(transaction, ragOutbox, {
    definition: upkeepJob,
    jobs: [{ id: `rebuild-${indexVersion}`, data: { task: 'rebuild', generation: indexVersion } }],
  });
}
