import { z } from 'zod';

export const healthSchema = z.looseObject({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  name: z.string(),
  version: z.string(),
});
export type Health = z.infer<typeof healthSchema>;

/** Response of `/livez` and `/readyz`. */
export const probeSchema = z.object({ status: z.enum(['ok', 'unavailable']) });
export type Probe = z.infer<typeof probeSchema>;

/** An OpenAPI description. */
export const openApiSchema = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });
