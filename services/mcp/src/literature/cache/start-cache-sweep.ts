import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import type { LiteratureCache } from './literature-cache.ts';

export interface CacheSweepOptions {
  readonly cache: LiteratureCache;
  /** Days after which unused rows are removed. */
  readonly unusedDays: number;
  readonly logger: Logger;
}

const hourMs = 3_600_000;

/** Sweeps the cache every hour, one replica at a time. */
export function startCacheSweep(options: CacheSweepOptions, onClose: OnClose): void {
  const { cache, unusedDays, logger } = options;
  runPeriodically(
    {
      everyMs: hourMs,
      work: () => cache.sweep(unusedDays * 24 * hourMs),
      logger,
      failure: 'the literature sweep failed',
    },
    onClose,
  );
}
