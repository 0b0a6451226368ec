import type { Logger, OnClose } from '@lectern/service';
import type { KeptAnswers } from './kept-answers.ts';

const hourMs = 3_600_000;

/** Removes answers older than a day, every hour while the gateway runs. */
export function startSweep(answers: KeptAnswers, logger: Logger, onClose: OnClose): void {
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => answers.sweep())
      .catch((error: unknown) => logger.warn({ err: error }, 'old answers were not removed'));
  };
  const timer = setInterval(sweep, hourMs);
  onClose(async () => {
    clearInterval(timer);
    await running;
  });
}
