import { z } from 'zod';

/** Makes one version of a document searchable. */
export const ingestJobSchema = z.object({
  organisation_id: z.string(),
  document_id: z.string(),
  version: z.number().int(),
  attempt: z.number().int(),
});
export type IngestJob = z.infer<typeof ingestJobSchema>;

/** Removes what is left of a deleted document or of an outdated version. */
export const cleanUpJobSchema = z.object({
  organisation_id: z.string(),
  document_id: z.string(),
});
export type CleanUpJob = z.infer<typeof cleanUpJobSchema>;
