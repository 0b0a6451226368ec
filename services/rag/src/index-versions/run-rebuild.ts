import type { RebuildJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { sql } from 'kysely';
import type { IndexVersion } from './index-version.ts';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';
import { endRebuild, isRebuildRequested, recordProgress } from './rebuild-requests.ts';

/** Lock of the worker that rebuilds an index. */
const rebuildLock = ({ id }: IndexVersion) => sql`hashtextextended(${`rag.rebuild.${id}`}, 0)`;

/**
 * Runs a requested rebuild, unless it is done already, belongs to another index version, or is
 * running: a queue may deliver a job twice, and of two concurrent runs one would clear what the
 * other has just marked complete.
 */
export async function runRebuild(
  { indexVersion, ...dependencies }: RebuildDependencies & { readonly indexVersion: IndexVersion },
  job: RebuildJob,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database, index, logger } = dependencies;
  if (job.generation !== indexVersion.id) return;
  await database.connection().execute(async (holder) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${rebuildLock(indexVersion)}) as taken`.execute(holder);
    // If the other run fails, the check of completeness requests another one.
    if (!rows[0]?.taken) return;
    try {
      if ((await index.isComplete()) && !(await isRebuildRequested(database, indexVersion.id)))
        return;
      const built = await rebuildIndex(dependencies, {
        signal,
        // By the connection that holds the lock: without the lock, the run ends here.
        onProgress: (progress) => recordProgress(holder, indexVersion.id, progress),
      });
      await recordProgress(holder, indexVersion.id, built);
      await endRebuild(database, indexVersion.id);
      logger.info({ indexVersion: indexVersion.id, ...built }, 'the index was rebuilt');
    } finally {
      await sql`select pg_advisory_unlock(${rebuildLock(indexVersion)})`.execute(holder);
    }
  });
}
