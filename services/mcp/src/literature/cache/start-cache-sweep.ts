import type { Logger, OnClose } from '@lectern/service';
import type { LiteratureCache } from './literature-cache.ts';

export interface CacheSweepOptions {
  readonly cache: LiteratureCache;
  /** What nobody used for so long goes. */
  readonly unusedDays: number;
  readonly logger: Logger;
}

const hourMs = 3_600_000;

/** Sweeps the cache every hour while the service runs; replicas do it one at a time. */
export function startCacheSweep(options: CacheSweepOptions, onClose: OnClose): void {
  const { cache, unusedDays, logger } = options;
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => cache.sweep(unusedDays * 24 * hourMs))
      .catch((error: unknown) => logger.warn({ err: error }, 'the literature sweep failed'));
  };
  const timer = setInterval(sweep, hourMs);
  onClose(async () => {
    clearInterval(timer);
    await running;
  });
}
