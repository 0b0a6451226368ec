import type { ErrorBody } from '@lectern/contracts';

/** What the gateway answered with an error. `status` is 0 when it could not be reached. */
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

/** Nothing answered: the network or the suite is away. */
export function createUnreachable(): ApiError {
  return new ApiError({ code: 'unreachable', status: 0, message: 'Lectern cannot be reached.' });
}

/**
 * Reads an error from a body: ours, which names better-auth's own `code` beside it where that is the
 * nearer one, or a proxy's page.
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
