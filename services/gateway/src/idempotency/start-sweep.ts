import { type Logger, type OnClose, runPeriodically } from '@lectern/service';
import type { IdempotencyStore } from './idempotency-store.ts';

const hourMs = 3_600_000;

/** Removes answers older than a day, every hour while the gateway runs. */
export function startSweep(answers: IdempotencyStore, logger: Logger, onClose: OnClose): void {
  runPeriodically(
    {
      everyMs: hourMs,
      work: () => answers.sweep(),
      logger,
      failure: 'old answers were not removed',
    },
    onClose,
  );
}
