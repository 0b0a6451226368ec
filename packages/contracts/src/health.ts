import { z } from 'zod';

export const healthSchema = z.looseObject({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  name: z.string(),
  version: z.string(),
});
export type Health = z.infer<typeof healthSchema>;
