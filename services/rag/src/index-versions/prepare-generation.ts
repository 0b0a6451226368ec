import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, OnClose } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { type BuildDependencies, buildGeneration } from './build-generation.ts';
import { withBuildLock } from './build-lock.ts';
import type { Generation } from './search-index.ts';
import type { WriterIndex } from './writer-index.ts';

export interface PrepareDependencies extends Omit<BuildDependencies, 'index'> {
  readonly index: WriterIndex;
}

/** Another worker may be building. */
const lookAgainMs = 5_000;

/**
 * Makes the generation that this worker writes the active one, in the background and until closed:
 * when another model or analyser was active, the new index is filled from the database first, and
 * searches use the old one until then. The index of a site without documents is complete as it is.
 */
export async function prepareGeneration(
  dependencies: PrepareDependencies,
  generation: Generation,
  onClose: OnClose,
): Promise<void> {
  const { database, index, logger } = dependencies;
  if ((await index.follow()) && !(await index.isComplete()) && !(await hasDocuments(database))) {
    await index.markComplete(true);
  }
  const closed = new AbortController();
  const running = keepTrying(closed.signal, logger, () =>
    prepareOnce(dependencies, generation, closed.signal),
  );
  onClose(async () => {
    closed.abort();
    await running;
  });
}

/** Whether nothing is left to do. */
async function prepareOnce(
  dependencies: PrepareDependencies,
  generation: Generation,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, index, logger } = dependencies;
  const isDone = await withBuildLock(database, async () => {
    if (await index.follow()) return true;
    logger.info({ generation: generation.id }, 'building a new index generation');
    const built = await buildGeneration({ ...dependencies, index: index.own }, generation, signal);
    logger.info({ generation: generation.id, ...built }, 'the new index generation is active');
    return index.follow();
  });
  return isDone ?? index.follow();
}

async function keepTrying(
  signal: AbortSignal,
  logger: Logger,
  work: () => Promise<boolean>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await work()) return;
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'building the index failed; it will be tried again');
    }
    await delay(lookAgainMs, undefined, { signal }).catch(() => {});
  }
}

async function hasDocuments(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('active_revision', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
