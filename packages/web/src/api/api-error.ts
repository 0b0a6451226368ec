import type { ErrorBody } from '@lectern/contracts';

/** An error response of the gateway. `status` is 0 if the gateway was unreachable. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(error: {
    readonly code: string;
    readonly status: number;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>> | undefined;
    readonly requestId?: string | undefined;
  }) {
    super(error.message);
    this.code = error.code;
    this.status = error.status;
    this.details = error.details ?? {};
    this.requestId = error.requestId;
  }
}

export function createUnreachable(): ApiError {
  return new ApiError({ code: 'unreachable', status: 0, message: 'Lectern cannot be reached.' });
}

/**
 * Reads an error from a response body. better-auth's own `code` wins over ours where both are
 * present, because it is more exact. A proxy may send a page of its own.
 */
export function toApiError(status: number, body: unknown): ApiError {
  const ours = (body as Partial<ErrorBody> | undefined)?.error;
  const theirs = body as { readonly code?: unknown; readonly message?: unknown } | undefined;
  const nearer = typeof theirs?.code === 'string' ? theirs.code.toLowerCase() : undefined;
  if (ours && typeof ours === 'object' && typeof ours.message === 'string') {
    return new ApiError({
      code: nearer ?? ours.code,
      status,
      message: ours.message,
      details: ours.details,
      requestId: ours.request_id,
    });
  }
  return new ApiError({
    code: nearer ?? `http_${status}`,
    status,
    message: typeof theirs?.message === 'string' ? theirs.message : `The answer was ${status}.`,
  });
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
