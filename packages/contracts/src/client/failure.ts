import { type ErrorBody, errorBodySchema } from '../error-body.ts';
import { AppError, type ErrorCode, type ErrorDetails, isErrorCode } from '../errors.ts';

export interface RefusedAnswer {
  readonly status: number;
  /** The parsed body, in any form. */
  readonly body: unknown;
  /** Value of the header `Retry-After`. */
  readonly retryAfter: string | null | undefined;
  readonly cause?: unknown;
}

/** Returns a service's error response as an error of the catalogue. */
export function readRefusal({ status, body, retryAfter, cause }: RefusedAnswer): AppError {
  const wait = readWait(retryAfter);
  const error = findError(body);
  if (!error) return new AppError(codeOfStatus(status), undefined, { cause, details: wait });
  const details = { ...wait, ...error.details };
  return new AppError(error.code, error.message, {
    cause,
    ...(Object.keys(details).length > 0 && { details }),
  });
}

/**
 * Returns the reason why a call has no response as an error of the catalogue. `signal` is the
 * signal of the call.
 */
export function toAppError(cause: unknown, signal: AbortSignal | undefined): AppError {
  if (cause instanceof AppError) return cause;
  if (!signal?.aborted) return new AppError('service_unavailable', undefined, { cause });
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  const code = isLate ? 'deadline_exceeded' : 'client_closed_request';
  return new AppError(code, undefined, { cause });
}

function findError(body: unknown): (ErrorBody['error'] & { code: ErrorCode }) | undefined {
  const error = errorBodySchema.safeParse(body).data?.error;
  return error && isErrorCode(error.code) ? { ...error, code: error.code } : undefined;
}

/** Reads the seconds that the caller should wait. */
function readWait(retryAfter: string | null | undefined): ErrorDetails {
  const seconds = Number(retryAfter ?? 0);
  return seconds > 0 ? { retry_after: seconds } : {};
}

/** Returns a code for a response that is not in our error form, such as a proxy's. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 503) return 'service_unavailable';
  if (status === 429) return 'rate_limited';
  return 'upstream_failed';
}
