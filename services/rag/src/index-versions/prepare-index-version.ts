import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, type OnClose, tryWithLock } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { type BuildDependencies, buildIndexVersion } from './build-index-version.ts';
import { buildLock, type IndexVersion } from './index-version.ts';
import type { WriterIndex } from './writer-index.ts';

export interface PrepareDependencies extends Omit<BuildDependencies, 'index'> {
  readonly index: WriterIndex;
}

/** Interval between attempts; another worker may be building. */
const lookAgainMs = 5_000;

/**
 * Makes this worker's index version the active one, in the background and until closed: if another
 * model or analyser was active, the new index is filled from the database first, and searches use
 * the old one until then. The index of a site without documents is complete at once.
 */
export async function prepareIndexVersion(
  dependencies: PrepareDependencies,
  indexVersion: IndexVersion,
  onClose: OnClose,
): Promise<void> {
  const { database, index, logger } = dependencies;
  if ((await index.follow()) && !(await index.isComplete()) && !(await hasDocuments(database))) {
    await index.markComplete(true);
  }
  const closed = new AbortController();
  const running = retryUntilDone(closed.signal, logger, () =>
    prepareOnce(dependencies, indexVersion, closed.signal),
  );
  onClose(async () => {
    closed.abort();
    await running;
  });
}

/** Returns true if nothing is left to do. */
async function prepareOnce(
  dependencies: PrepareDependencies,
  indexVersion: IndexVersion,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, index, logger } = dependencies;
  const isDone = await tryWithLock(database, buildLock, async () => {
    if (await index.follow()) return true;
    logger.info({ indexVersion: indexVersion.id }, 'building a new index version');
    const built = await buildIndexVersion(
      { ...dependencies, index: index.own },
      indexVersion,
      signal,
    );
    logger.info({ indexVersion: indexVersion.id, ...built }, 'the new index version is active');
    return index.follow();
  });
  return isDone ?? index.follow();
}

async function retryUntilDone(
  signal: AbortSignal,
  logger: Logger,
  work: () => Promise<boolean>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await work()) return;
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'building the index failed; it will be retried');
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
