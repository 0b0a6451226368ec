import type { Metrics } from '@lectern/service';
import type { ObserveStage } from './stage-clock.ts';

export function observeStages(metrics: Metrics): ObserveStage {
  const durations = metrics.histogram({
    name: 'lectern_search_stage_duration_seconds',
    help: 'Duration of a stage of one search.',
    labels: ['stage'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  return (stage, durationMs) => durations.observe({ stage }, durationMs / 1000);
}
