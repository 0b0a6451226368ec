import { AppError, type ErrorBody, type ErrorCode } from '@lectern/contracts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

export interface ErrorFormFacts {
  readonly requestId: string;
  /** Value of `Retry-After` in seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Returns better-auth's error in our error form, with its own `code` and `message` beside it for
 * its clients, and the code in `details.reason`. Without a message, ours for the status is used.
 * Undefined for successes, and for errors of OAuth, which keep the form of their standard, where
 * `error` is a string.
 */
export function addErrorForm(
  status: number,
  body: unknown,
  { requestId, retryAfter }: ErrorFormFacts,
): (ErrorBody & Readonly<Record<string, unknown>>) | undefined {
  if (status < 400 || typeof body !== 'object' || body === null || 'error' in body)
    return undefined;
  const { code, message } = body as { readonly code?: unknown; readonly message?: unknown };
  const ours = codes[status] ?? 'invalid_request';
  const said = typeof message === 'string' && message ? message : new AppError(ours).message;
  const field = /^\[body\.([\w.]+)\]/.exec(said)?.[1];
  const details = {
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(typeof code === 'string' && { reason: code.toLowerCase() }),
    ...(field && { field }),
  };
  const error = { code: ours, message: said, request_id: requestId };
  return { ...body, error: { ...error, ...(Object.keys(details).length > 0 && { details }) } };
}
