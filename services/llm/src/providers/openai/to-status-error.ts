import { z } from 'zod';
import { createStatusError, type ModelApiError } from '../model-api-error.ts';

const refusalSchema = z.object({
  error: z.object({
    param: z.string(),
    code: z.enum(['unsupported_parameter', 'unsupported_value']),
  }),
});

/** The error for an answer with a failing status, whose body is read to its end. */
export async function toStatusError(response: Response): Promise<ModelApiError> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
  return createStatusError(response.status, response.headers, refusal.data?.error.param);
}
