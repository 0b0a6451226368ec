import { type Logger, type OnClose, startRounds } from '@lectern/service';
import type { KeptAnswers } from './kept-answers.ts';

const hourMs = 3_600_000;

/** Removes answers older than a day, every hour while the gateway runs. */
export function startSweep(answers: KeptAnswers, logger: Logger, onClose: OnClose): void {
  startRounds(
    {
      everyMs: hourMs,
      work: () => answers.sweep(),
      logger,
      failure: 'old answers were not removed',
    },
    onClose,
  );
}
