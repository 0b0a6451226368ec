import type { RebuildJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { tryWithLock } from '@lectern/service';
import type { IndexVersion } from './index-version.ts';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';
import { endRebuild, isRebuildRequested, recordProgress } from './rebuild-requests.ts';

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
  // If another run holds the lock and fails, the check of completeness requests another one.
  await tryWithLock(database, `rag.rebuild.${indexVersion.id}`, async (holder) => {
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
  });
}
