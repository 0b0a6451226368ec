import {
  activateGeneration,
  type Generation,
  loadActiveGeneration,
  startGeneration,
} from './generation.ts';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';

/**
 * Makes the generation that this worker writes the active one. When another model or analyser was
 * active, the new index is filled from the database first; searches use the old one until then.
 */
export async function prepareGeneration(
  dependencies: RebuildDependencies,
  generation: Generation,
): Promise<void> {
  const { database, logger } = dependencies;
  const active = await loadActiveGeneration(database, generation);
  if (active.id === generation.id) return;
  logger.info({ from: active.id, to: generation.id }, 'building a new index generation');
  await startGeneration(database, generation);
  const built = await rebuildIndex(dependencies);
  await activateGeneration(database, generation.id);
  logger.info({ generation: generation.id, ...built }, 'the new index generation is active');
}
