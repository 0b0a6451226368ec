import { type Metrics, withSpan } from '@lectern/service';

export type IngestStage = 'parse' | 'embed' | 'analyze' | 'store' | 'index' | 'activate';

export interface IngestMetrics {
  time<Result>(stage: IngestStage, work: () => Promise<Result>): Promise<Result>;
}

/** Creates metrics of the ingestion stages, as a histogram and as spans. */
export function createIngestMetrics(metrics: Metrics): IngestMetrics {
  const durations = metrics.histogram({
    name: 'lectern_ingest_stage_duration_seconds',
    help: 'Duration of a stage of one ingestion job.',
    labels: ['stage'],
  });
  return {
    time: (stage, work) =>
      withSpan(`ingest ${stage}`, {}, async () => {
        const end = durations.startTimer({ stage });
        try {
          return await work();
        } finally {
          end();
        }
      }),
  };
}
