import {
  ingestJobSchema,
  sourceRunJobSchema,
  sourceScheduleJobSchema,
  upkeepJobSchema,
} from '@lectern/contracts';
import { defineJob, type Outbox } from '@lectern/jobs';

export const ragOutbox: Outbox = { table: 'rag.outbox', channel: 'rag_outbox' };

export const ingestJob = defineJob({
  name: 'rag.ingest',
  schema: ingestJobSchema,
  attempts: 6,
  backoffMs: 1_000,
});

/** For documents that exceeded the limits of {@link ingestJob}. */
export const heavyIngestJob = defineJob({ ...ingestJob, name: 'rag.ingest-heavy' });

/** The job of each lane. */
export const ingestJobs = { light: ingestJob, heavy: heavyIngestJob } as const;

export const upkeepJob = defineJob({
  name: 'rag.upkeep',
  schema: upkeepJobSchema,
  attempts: 12,
  backoffMs: 2_000,
});

/** Imports of bundles, which may take long. */
export const importJob = defineJob({ ...upkeepJob, name: 'rag.imports' });

export const sourceRunJob = defineJob({
  name: 'rag.source-runs',
  schema: sourceRunJobSchema,
  attempts: 6,
  backoffMs: 2_000,
});

/** Counts what a synchronisation would do. Short runs do not wait behind long ones. */
export const sourcePreviewJob = defineJob({ ...sourceRunJob, name: 'rag.source-previews' });

export const sourceScheduleJob = defineJob({
  name: 'rag.source-schedules',
  schema: sourceScheduleJobSchema,
  attempts: 12,
  backoffMs: 2_000,
});
