import type { ResearchFrame, ResearchResponse, ResearchTables } from '@lectern/contracts';
import type { GraphProgress } from './node-progress.ts';

/** A run as its events tell it. */
export interface LiveRun {
  readonly query: string;
  readonly isRunning: boolean;
  readonly progress: GraphProgress;
  readonly frame: ResearchFrame | undefined;
  readonly tables: ResearchTables | undefined;
  readonly result: ResearchResponse | undefined;
  readonly error: Error | undefined;
}

/** A run under way has its place where no run is named; one that has ended is named by its id. */
export function isShown(live: LiveRun | undefined, runId: string | undefined): live is LiveRun {
  if (!live) return false;
  return runId === live.result?.checkpoint_id;
}
