import { z } from 'zod';

export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    /** Under `/v1` only: the kind of error, by OpenAI's names. */
    type: z.string().optional(),
    /** Under `/v1` only: the invalid parameter. */
    param: z.string().nullable().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
