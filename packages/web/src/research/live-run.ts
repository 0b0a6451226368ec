import type { ResearchFrame, ResearchResponse, ResearchTables } from '@lectern/contracts';
import type { GraphProgress } from './node-progress.ts';

/** A run as its events report it. */
export interface LiveRun {
  readonly query: string;
  readonly isRunning: boolean;
  readonly progress: GraphProgress;
  readonly frame: ResearchFrame | undefined;
  readonly tables: ResearchTables | undefined;
  readonly result: ResearchResponse | undefined;
  readonly error: Error | undefined;
}

/**
 * Returns true if the live run belongs to the open page: a running one to the page without an id, a
 * finished one to its own.
 */
export function isShown(live: LiveRun | undefined, runId: string | undefined): live is LiveRun {
  if (!live) return false;
  return runId === live.result?.checkpoint_id;
}
