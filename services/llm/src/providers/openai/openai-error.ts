/** A failed call of the model API. Holds the status alone: vendor texts can repeat prompts and keys. */
export class OpenaiError extends Error {
  override readonly name = 'OpenaiError';
  readonly retryable: boolean;
  /** What the API asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
  }
}

const retryableStatus = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export function toStatusError(response: Response): OpenaiError {
  const seconds = Number(response.headers.get('retry-after'));
  return new OpenaiError(`the model API answered ${response.status}`, {
    retryable: retryableStatus.has(response.status),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  });
}

/** A thrown value of `fetch` by its code alone. */
export function toNetworkError(error: unknown): OpenaiError {
  if (error instanceof OpenaiError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new OpenaiError(`the model API could not be reached (${code})`, { retryable: true });
}
