import { z } from 'zod';
import { createStatusError, type ModelApiError } from '../model-api-error.ts';

const refusalSchema = z.object({
  error: z.object({
    param: z.string(),
    code: z.enum(['unsupported_parameter', 'unsupported_value']),
  }),
});

/** Reads a response with a failing status to its end and returns its error. */
export async function toOpenaiError(response: Response): Promise<ModelApiError> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
  return createStatusError(response.status, response.headers, refusal.data?.error.param);
}
