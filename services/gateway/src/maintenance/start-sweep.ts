import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import type { Pool } from 'pg';
import { sweepTables } from './sweep-tables.ts';

const hourMs = 3_600_000;

/** Sweeps at the start and every hour while the gateway runs. */
export function startSweep(pool: Pool, logger: Logger, onClose: OnClose): void {
  runPeriodically(
    {
      everyMs: hourMs,
      firstAfterMs: 0,
      work: async () => logger.debug({ removed: await sweepTables(pool) }, 'outdated rows removed'),
      logger,
      failure: 'outdated rows could not be removed',
    },
    onClose,
  );
}
