import { writeToOutbox } from '@lectern/jobs';
import type { HybridIndex } from '@lectern/retrieval';
import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import { sql } from 'kysely';
import type { Database, Lane } from '../database/tables.ts';
import type { CountIngestJobs } from '../outbox/ingest-queues.ts';
import { ragOutbox, upkeepJob } from '../outbox/job-definitions.ts';
import { publishAgain } from '../outbox/publish-ingestion.ts';
import { removeLeftOverRevisions } from '../revisions/remove-revisions.ts';

export interface ReconcileDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
  readonly countIngestJobs: CountIngestJobs;
  readonly logger: Logger;
}

const everyMs = 10_000;
/** Work that its worker has left, or that is missing in an empty queue, is published again. */
const staleAfter = '30 seconds';
/** Work that may wait in a queue: its turn has probably not come. */
const lostAfter = '10 minutes';
const batchSize = 500;
const leftOversEveryMs = 60_000;

/** Publishes lost work again and removes the remains of interrupted work, until closed. */
export function startReconciler(dependencies: ReconcileDependencies, onClose: OnClose): void {
  const { logger } = dependencies;
  let lastLeftOvers = Date.now();
  const reconcile = async () => {
    await republish(dependencies);
    if (Date.now() - lastLeftOvers < leftOversEveryMs) return;
    lastLeftOvers = Date.now();
    const removed = await removeLeftOverRevisions(dependencies.database, dependencies.index);
    if (removed > 0) logger.info({ removed }, 'leftover revisions were removed');
  };
  runPeriodically(
    {
      everyMs,
      firstAfterMs: 0,
      work: reconcile,
      logger,
      failure: 'reconciling failed; it will be retried',
    },
    onClose,
  );
}

/** Publishes unfinished work that the queue may have lost. */
async function republish({
  database,
  countIngestJobs,
  logger,
}: Omit<ReconcileDependencies, 'index'>): Promise<number> {
  const counts = await countIngestJobs();
  const unclaimedAfter = (lane: Lane) => {
    const { waiting, active, delayed } = counts[lane];
    return waiting + active + delayed === 0 ? staleAfter : lostAfter;
  };
  return database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('rag.documents')
      .set({ published_at: new Date() })
      .where('id', 'in', (expression) =>
        expression
          .selectFrom('rag.documents')
          .select('id')
          .where(
            sql<boolean>`(status in ('queued', 'parsing', 'indexing') or deleted_at is not null)
              and bin_id is null`,
          )
          .where(
            sql<boolean>`published_at < now() - case
              when claimed_by is not null or deleted_at is not null then ${staleAfter}::interval
              when lane = 'heavy' then ${unclaimedAfter('heavy')}::interval
              else ${unclaimedAfter('light')}::interval end`,
          )
          .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
          .orderBy('published_at')
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'organisation_id', 'work', 'deleted_at', 'lane', 'turn'])
      .execute();
    for (const row of rows) {
      if (row.deleted_at) {
        await writeToOutbox(transaction, ragOutbox, {
          definition: upkeepJob,
          jobs: [
            {
              id: `remove-${row.id}`,
              data: {
                task: 'remove',
                organisation_id: row.organisation_id,
                document_ids: [row.id],
              },
            },
          ],
        });
      } else {
        const repeated = { rows: [row], lane: row.lane, hasPassword: false };
        await publishAgain(transaction, repeated);
      }
    }
    if (rows.length > 0) logger.info({ count: rows.length }, 'unfinished work was published again');
    return rows.length;
  });
}
