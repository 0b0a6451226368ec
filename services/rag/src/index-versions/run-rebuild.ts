import type { RebuildJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { sql } from 'kysely';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';
import { endRebuild, isRebuildRequested, recordProgress } from './rebuild-requests.ts';
import type { Generation } from './search-index.ts';

/** Held by the worker that fills a generation's index again. */
const rebuildLock = ({ id }: Generation) => sql`hashtextextended(${`rag.rebuild.${id}`}, 0)`;

/**
 * Does what was asked for, unless that was done meanwhile, is another generation's, or is being
 * done: a queue may give out a job twice, and two runs at once would take from the index what the
 * other one has just called complete.
 */
export async function runRebuild(
  { generation, ...dependencies }: RebuildDependencies & { readonly generation: Generation },
  job: RebuildJob,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database, index, logger } = dependencies;
  if (job.generation !== generation.id) return;
  await database.connection().execute(async (holder) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${rebuildLock(generation)}) as taken`.execute(holder);
    // Should the other run fail, the look at completeness asks again.
    if (!rows[0]?.taken) return;
    try {
      if ((await index.isComplete()) && !(await isRebuildRequested(database, generation.id)))
        return;
      const built = await rebuildIndex(dependencies, {
        signal,
        // By the connection that holds the lock: without the lock, the run ends here.
        onProgress: (progress) => recordProgress(holder, generation.id, progress),
      });
      await recordProgress(holder, generation.id, built);
      await endRebuild(database, generation.id);
      logger.info({ generation: generation.id, ...built }, 'the index was rebuilt');
    } finally {
      await sql`select pg_advisory_unlock(${rebuildLock(generation)})`.execute(holder);
    }
  });
}
