import { median, percentile95 } from '@lectern/evaluation';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readProcessorTime } from './read-processor-time.ts';
import { nameSetting, type Setting } from './settings.ts';

/** What searches cost. */
export interface SearchCost {
  /** Of the time that searches took in the service. */
  readonly median_search_ms: number;
  readonly p95_search_ms: number;
  /** Processor time of the processes that were named, for one search in the mean; null where none was. */
  readonly cpu_ms: number | null;
}

/** What the searches of one setting gave, question by question. */
export interface SettingRun<Found> {
  readonly setting: Setting;
  readonly found: readonly Found[];
  readonly cost: SearchCost;
}

export interface RunSettingsOptions {
  readonly terminal: Terminal;
  readonly settings: readonly Setting[];
  /** Searches at once. */
  readonly concurrency: number;
  /** Addresses of the metrics of processes whose processor time is read. */
  readonly metrics?: readonly string[] | undefined;
}

/** Searches for every question with one setting after the other. What a search throws ends it. */
export async function runSettings<Question, Found extends { readonly searchTimeMs: number }>(
  questions: readonly Question[],
  { terminal, settings, concurrency, metrics = [] }: RunSettingsOptions,
  search: (question: Question, setting: Setting) => Promise<Found>,
): Promise<SettingRun<Found>[]> {
  const progress = terminal.openProgress();
  const runs: SettingRun<Found>[] = [];
  try {
    for (const setting of settings) {
      const step = progress.addStep(nameSetting(setting), questions.length);
      let done = 0;
      const before = await readProcessorTime(metrics);
      const found = await mapConcurrently(questions, concurrency, async (question) => {
        const one = await search(question, setting);
        done += 1;
        step.update(done);
        return one;
      });
      const cpuMs = ((await readProcessorTime(metrics)) - before) / questions.length;
      const times = found.map(({ searchTimeMs }) => searchTimeMs);
      const cost = {
        median_search_ms: median(times),
        p95_search_ms: percentile95(times),
        cpu_ms: metrics.length > 0 ? cpuMs : null,
      };
      runs.push({ setting, found, cost });
    }
  } finally {
    progress.close();
  }
  return runs;
}
