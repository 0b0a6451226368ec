import { z } from 'zod';

/** Makes documents searchable. A document whose work number has moved on is skipped. */
export const ingestJobSchema = z.object({
  organisation_id: z.string(),
  documents: z
    .array(z.object({ id: z.string(), work: z.number().int() }))
    .min(1)
    .max(100),
  /** A password was sent for the document; it waits in the workers' memory, never in the job. */
  has_password: z.boolean().default(false),
});
export type IngestJob = z.infer<typeof ingestJobSchema>;

const documentsSchema = {
  organisation_id: z.string(),
  document_ids: z.array(z.string()).min(1).max(500),
};

/** Keeps the index true to the documents. */
export const upkeepJobSchema = z.discriminatedUnion('task', [
  /** Removes everything of deleted documents. */
  z.object({ task: z.literal('remove'), ...documentsSchema }),
  /** Tells the index that documents moved to another collection. */
  z.object({ task: z.literal('move'), ...documentsSchema }),
  /** Fills the index again from the documents. */
  z.object({ task: z.literal('rebuild'), generation: z.string() }),
]);
export type UpkeepJob = z.infer<typeof upkeepJobSchema>;
export type RemoveJob = Extract<UpkeepJob, { task: 'remove' }>;
export type MoveJob = Extract<UpkeepJob, { task: 'move' }>;
export type RebuildJob = Extract<UpkeepJob, { task: 'rebuild' }>;
