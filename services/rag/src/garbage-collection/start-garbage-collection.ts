import { blobSweepLock } from '@lectern/blobs';
import { type OnClose, runPeriodically, tryWithLock } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type GarbageCollectionDependencies, removeLeftovers } from './remove-leftovers.ts';

const lookEveryMs = 60_000;

/** Removes leftovers once an hour in one of the workers, until closed. */
export function startGarbageCollection(
  dependencies: GarbageCollectionDependencies,
  onClose: OnClose,
): void {
  const { database, logger } = dependencies;
  runPeriodically(
    {
      everyMs: lookEveryMs,
      firstAfterMs: 0,
      work: () => whenDue(database, () => removeLeftovers(dependencies)),
      logger,
      failure: 'removing leftovers failed; it will be retried',
    },
    onClose,
  );
}

/** The lock excludes other workers; the record of the last count shows when the next one is due. */
async function whenDue(database: Database, work: () => Promise<unknown>): Promise<void> {
  await tryWithLock(database, blobSweepLock, async (holder) => {
    const recent = await sql`
      select from rag.leftovers where counted_at > now() - interval '1 hour' limit 1`.execute(
      holder,
    );
    if (recent.rows.length === 0) await work();
  });
}
