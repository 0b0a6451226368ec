import type { RebuildJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';
import { endRebuild, isRebuildRequested, recordProgress } from './rebuild-requests.ts';
import type { Generation } from './search-index.ts';

/** Does what was asked for, unless that was done meanwhile or is another generation's. */
export async function runRebuild(
  dependencies: RebuildDependencies,
  generation: Generation,
  job: RebuildJob,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database, index, logger } = dependencies;
  if (job.generation !== generation.id) return;
  if ((await index.isComplete()) && !(await isRebuildRequested(database, generation.id))) return;
  const built = await rebuildIndex(dependencies, {
    signal,
    onProgress: (progress) => recordProgress(database, generation.id, progress),
  });
  await recordProgress(database, generation.id, built);
  await endRebuild(database, generation.id);
  logger.info({ generation: generation.id, ...built }, 'the index was rebuilt');
}
