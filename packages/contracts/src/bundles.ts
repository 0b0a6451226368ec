import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';

export const bundleImportSchema = z.object({
  id: idSchema,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Number of checked parts of the bundle, and of all parts. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** The imported collection; null until the import is done. */
  collection_id: idSchema.nullable(),
  /** `member` names the damaged part of the bundle. */
  error: z
    .object({ code: z.string(), message: z.string(), member: z.string().nullable() })
    .nullable(),
  created_at: timestampSchema,
});
export type BundleImport = z.infer<typeof bundleImportSchema>;
