import { type ModelProblem, toModelProblem } from '@lectern/contracts';

/**
 * A failed call of a model API. Its message has the status but no text of the vendor, since that can
 * repeat prompts and keys.
 */
export class ModelApiError extends Error {
  override readonly name = 'ModelApiError';
  readonly problem: ModelProblem;
  readonly retryable: boolean;
  /** Delay that the API asks for before the next attempt. */
  readonly retryAfterMs: number | undefined;
  /** A parameter of the request that this model refuses. */
  readonly refusedParameter: string | undefined;

  constructor(message: string, options: ModelApiErrorOptions) {
    super(message);
    this.problem = options.problem;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.refusedParameter = options.refusedParameter;
  }
}

export interface ModelApiErrorOptions {
  readonly problem: ModelProblem;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly refusedParameter?: string;
}

const retryableStatus = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Returns the error for a response with a failing status. */
export function createStatusError(
  status: number,
  headers: Headers,
  refusedParameter?: string,
): ModelApiError {
  const seconds = Number(headers.get('retry-after'));
  return new ModelApiError(`the model API answered ${status}`, {
    problem: toModelProblem(status),
    retryable: retryableStatus.has(status),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
    ...(refusedParameter && { refusedParameter }),
  });
}

export function createSilenceError(timeoutMs: number): ModelApiError {
  return new ModelApiError(`the model API was silent for ${timeoutMs} ms`, {
    problem: 'too_slow',
    retryable: true,
  });
}

export function createEarlyEndError(): ModelApiError {
  return new ModelApiError('the model API ended its stream early', {
    problem: 'wrong_answer',
    retryable: true,
  });
}

export function createStreamError(): ModelApiError {
  return new ModelApiError('the model API sent an error in its stream', {
    problem: 'overloaded',
    retryable: true,
  });
}

export function createUnknownFormError(): ModelApiError {
  return new ModelApiError('the model API sent an event of unknown form', {
    problem: 'wrong_answer',
    retryable: false,
  });
}

/** Translates an error of `fetch`; the message has its code alone. */
export function toNetworkError(error: unknown): ModelApiError {
  if (error instanceof ModelApiError) return error;
  return new ModelApiError(`the model API could not be reached (${findCode(error)})`, {
    problem: 'unreachable',
    retryable: true,
  });
}

/** Returns the system's code of a failed connection, from the innermost cause. */
export function findCode(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error)
    innermost = innermost.cause;
  return innermost instanceof Error && 'code' in innermost ? String(innermost.code) : 'unknown';
}

/** Returns an address without credentials and query. */
export function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.toString();
}
