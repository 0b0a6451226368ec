import type { RebuildJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { sql } from 'kysely';
import type { IndexVersion } from './index-version.ts';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';
import { endRebuild, isRebuildRequested, recordProgress } from './rebuild-requests.ts';

/** Held by the worker that fills an index version's index again. */
const rebuildLock = ({ id }: IndexVersion) => sql`hashtextextended(${`rag.rebuild.${id}`}, 0)`;

/**
 * Does what was asked for, unless that was done meanwhile, is another index version's, or is being
 * done: a queue may give out a job twice, and two runs at once would take from the index what the
 * other one has just called complete.
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
    // Should the other run fail, the look at completeness asks again.
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
