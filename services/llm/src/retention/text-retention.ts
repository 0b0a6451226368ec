import { type Logger, type Metrics, type OnClose, runPeriodically } from '@lectern/service';
import type { Leftovers, StoredTexts } from './stored-texts.ts';

export interface TextRetentionDependencies {
  readonly retention: StoredTexts;
  /** Stops turns that were deleted from the database and deletes their checkpoints. */
  readonly forgetTurns: (turnIds: readonly string[]) => Promise<void>;
  /** Deletes research runs of former members, with their checkpoints. */
  readonly removeRuns: () => Promise<void>;
  readonly checkpointDays: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Result of the last search for texts past their retention. */
export interface LeftoversRecord {
  readonly counts: Leftovers;
  readonly counted_at: string;
}

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

/** Deletes expired texts once an hour and reports the texts that are left. */
export class TextRetention {
  readonly #dependencies: TextRetentionDependencies;
  #latest: LeftoversRecord | undefined;

  constructor(dependencies: TextRetentionDependencies) {
    this.#dependencies = dependencies;
    dependencies.metrics.gauge({
      name: 'lectern_leftovers',
      help: 'Data that was deleted and is still there after a day, by kind.',
      labels: ['kind'],
      collect: async (gauge) => {
        for (const [kind, count] of Object.entries(this.#latest?.counts ?? {})) {
          gauge.set({ kind }, count);
        }
      },
    });
  }

  /** Undefined before the first run. */
  get latest(): LeftoversRecord | undefined {
    return this.#latest;
  }

  /** Runs a minute after the start, then every hour until closed. */
  start(onClose: OnClose): void {
    runPeriodically(
      {
        everyMs,
        firstAfterMs,
        work: () => this.run(),
        logger: this.#dependencies.logger,
        failure: 'removing old texts failed; it will be tried again',
      },
      onClose,
    );
  }

  async run(): Promise<Leftovers> {
    const { retention, forgetTurns, removeRuns, checkpointDays, logger } = this.#dependencies;
    const turns = await retention.removeOverdue();
    await forgetTurns(turns);
    if (turns.length > 0) logger.info({ turns: turns.length }, 'overdue conversations are gone');
    await removeRuns();
    await retention.removeDepartedUsage();
    await retention.removeDepartedItems();
    await retention.dropOldCheckpoints(checkpointDays);
    const counts = await retention.countLeftovers(checkpointDays);
    this.#latest = { counts, counted_at: new Date().toISOString() };
    if (Object.values(counts).some((count) => count > 0)) {
      logger.warn({ leftovers: counts }, 'deleted texts are still there');
    }
    return counts;
  }
}
