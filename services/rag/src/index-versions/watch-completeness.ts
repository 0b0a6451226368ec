import type { HybridIndex } from '@lectern/retrieval';
import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { IndexVersion } from './index-version.ts';
import { loadActiveIndexVersion } from './index-version.ts';
import { isRebuildRequested, requestRebuild } from './rebuild-requests.ts';

export interface WatchCompletenessDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
  readonly indexVersion: IndexVersion;
  readonly logger: Logger;
}

const everyMs = 10_000;

/**
 * Requests a rebuild if the index is incomplete: its store lost its data, a rebuild was
 * interrupted, or the queue lost the job. Checks at once, then at intervals until closed.
 */
export function watchCompleteness(
  { database, index, indexVersion, logger }: WatchCompletenessDependencies,
  onClose: OnClose,
): void {
  const look = async () => {
    const isComplete = await index.isComplete();
    if (isComplete && !(await isRebuildRequested(database, indexVersion.id))) return;
    // A retired index version stays as it is; its index may be gone.
    if ((await loadActiveIndexVersion(database, indexVersion)).id !== indexVersion.id) return;
    if (!isComplete) logger.warn({ indexVersion: indexVersion.id }, 'the index is not complete');
    await requestRebuild(database);
  };
  runPeriodically(
    { everyMs, firstAfterMs: 0, work: look, logger, failure: 'the index could not be checked' },
    onClose,
  );
}
