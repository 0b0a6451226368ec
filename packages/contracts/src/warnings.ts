import { z } from 'zod';

/** A remark on a successful request. */
export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Values of the message by name, such as `word` and `instead` of `spelling_corrected`. */
  details: z.record(z.string(), z.string()).optional(),
});
export type Warning = z.infer<typeof warningSchema>;
