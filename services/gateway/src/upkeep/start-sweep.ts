import type { Logger, OnClose } from '@lectern/service';
import type { Pool } from 'pg';
import { sweepTables } from './sweep-tables.ts';

const hourMs = 3_600_000;

/** Sweeps at the start and every hour while the gateway runs. */
export function startSweep(pool: Pool, logger: Logger, onClose: OnClose): void {
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(async () => logger.debug({ removed: await sweepTables(pool) }, 'outdated rows removed'))
      .catch((error: unknown) => logger.warn({ err: error }, 'outdated rows could not be removed'));
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  onClose(async () => {
    clearInterval(timer);
    await running;
  });
}
