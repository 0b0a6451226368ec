import type { ModelProblem } from '@lectern/contracts';
import { z } from 'zod';

/** A failed call of the model API. Holds the status alone: vendor texts can repeat prompts and keys. */
export class OpenaiError extends Error {
  override readonly name = 'OpenaiError';
  readonly problem: ModelProblem;
  readonly retryable: boolean;
  /** What the API asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;
  /** A parameter of the request that this model does not take. */
  readonly refusedParameter: string | undefined;

  constructor(message: string, options: OpenaiErrorOptions) {
    super(message);
    this.problem = options.problem;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.refusedParameter = options.refusedParameter;
  }
}

export interface OpenaiErrorOptions {
  readonly problem: ModelProblem;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly refusedParameter?: string;
}

const retryableStatus = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

const refusalSchema = z.object({
  error: z.object({
    param: z.string(),
    code: z.enum(['unsupported_parameter', 'unsupported_value']),
  }),
});

/** An answer that is none, read to its end. */
export async function toStatusError(response: Response): Promise<OpenaiError> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
  const seconds = Number(response.headers.get('retry-after'));
  return new OpenaiError(`the model API answered ${response.status}`, {
    problem: toProblem(response.status),
    retryable: retryableStatus.has(response.status),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
    ...(refusal.success && { refusedParameter: refusal.data.error.param }),
  });
}

export function toProblem(status: number): ModelProblem {
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 404) return 'model_unknown';
  return status === 429 || status >= 500 ? 'overloaded' : 'wrong_answer';
}

/** A thrown value of `fetch` by its code alone. */
export function toNetworkError(error: unknown): OpenaiError {
  if (error instanceof OpenaiError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new OpenaiError(`the model API could not be reached (${code})`, {
    problem: 'unreachable',
    retryable: true,
  });
}
