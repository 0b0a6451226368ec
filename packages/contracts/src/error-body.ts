import { z } from 'zod';

export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    /** Under `/v1` alone: the kind of error, in OpenAI's words. */
    type: z.string().optional(),
    /** Under `/v1` alone: the field that is wrong. */
    param: z.string().nullable().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
