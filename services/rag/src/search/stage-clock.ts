import { type Metrics, withSpan } from '@lectern/service';

/** Duration of each stage in milliseconds. */
export interface StageClock {
  readonly stages: readonly { readonly stage: string; readonly duration_ms: number }[];
  /** Runs a stage, also as a span. The length of a returned list is recorded in it. */
  time<Result>(stage: string, work: () => Promise<Result>): Promise<Result>;
  elapsedMs(): number;
}

export type ObserveStage = (stage: string, durationMs: number) => void;

export function startStageClock(observe: ObserveStage): StageClock {
  const started = performance.now();
  const stages: { stage: string; duration_ms: number }[] = [];
  const note = (stage: string, from: number) => {
    const durationMs = performance.now() - from;
    stages.push({ stage, duration_ms: round(durationMs) });
    observe(stage, durationMs);
  };
  return {
    stages,
    async time(stage, work) {
      const from = performance.now();
      try {
        return await withSpan(`search ${stage}`, {}, async (span) => {
          const result = await work();
          if (Array.isArray(result)) span.setAttribute('lectern.found', result.length);
          return result;
        });
      } finally {
        note(stage, from);
      }
    },
    elapsedMs: () => round(performance.now() - started),
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

export function observeStages(metrics: Metrics): ObserveStage {
  const durations = metrics.histogram({
    name: 'lectern_search_stage_duration_seconds',
    help: 'Duration of a stage of one search.',
    labels: ['stage'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  return (stage, durationMs) => durations.observe({ stage }, durationMs / 1000);
}
