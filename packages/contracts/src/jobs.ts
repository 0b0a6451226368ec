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

/** Removes everything of deleted documents. */
export const removeJobSchema = z.object({
  organisation_id: z.string(),
  document_ids: z.array(z.string()).min(1).max(500),
});
export type RemoveJob = z.infer<typeof removeJobSchema>;

/** Fills the search index again from the documents. */
export const rebuildJobSchema = z.object({ generation: z.string() });
export type RebuildJob = z.infer<typeof rebuildJobSchema>;

/** Tells the index that documents moved to another collection. */
export const moveJobSchema = z.object({
  organisation_id: z.string(),
  document_ids: z.array(z.string()).min(1).max(500),
});
export type MoveJob = z.infer<typeof moveJobSchema>;
