import { z } from 'zod';

/** Ingests documents. A document whose work number has changed is skipped. */
export const ingestJobSchema = z.object({
  organisation_id: z.string(),
  documents: z
    .array(z.object({ id: z.string(), work: z.number().int() }))
    .min(1)
    .max(100),
  /**
   * True if a password was sent for the document; it is in the workers' memory, never in the job.
   */
  has_password: z.boolean().default(false),
});
export type IngestJob = z.infer<typeof ingestJobSchema>;

const documentsSchema = {
  organisation_id: z.string(),
  document_ids: z.array(z.string()).min(1).max(500),
};

/** Keeps the index consistent with the documents. */
export const upkeepJobSchema = z.discriminatedUnion('task', [
  /** Removes everything of deleted documents. */
  z.object({ task: z.literal('remove'), ...documentsSchema }),
  /** Updates documents in the index that moved to another collection. */
  z.object({ task: z.literal('move'), ...documentsSchema }),
  /** Imports an uploaded bundle. */
  z.object({
    task: z.literal('import'),
    organisation_id: z.string(),
    import_id: z.string(),
    /** Quotas of the organisation. */
    quotas: z.object({ documents: z.number(), bytes: z.number(), collections: z.number() }),
  }),
  /** Rebuilds the index from the documents. */
  z.object({ task: z.literal('rebuild'), generation: z.string() }),
]);
export type UpkeepJob = z.infer<typeof upkeepJobSchema>;
export type RemoveJob = Extract<UpkeepJob, { task: 'remove' }>;
export type MoveJob = Extract<UpkeepJob, { task: 'move' }>;
export type ImportJob = Extract<UpkeepJob, { task: 'import' }>;
export type RebuildJob = Extract<UpkeepJob, { task: 'rebuild' }>;

/** Synchronises or previews a source. */
export const sourceRunJobSchema = z.object({ run_id: z.string() });

export const sourceScheduleJobSchema = z.object({
  /** `due`: the schedule requests a run. `schedule`: the schedule may have changed. */
  task: z.enum(['due', 'schedule']),
  source_id: z.string(),
});
export type SourceScheduleJob = z.infer<typeof sourceScheduleJobSchema>;
