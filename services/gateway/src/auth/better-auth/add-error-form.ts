import { AppError, type ErrorBody, type ErrorCode } from '@lectern/contracts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

export interface ErrorFormFacts {
  readonly requestId: string;
  /** Seconds that the caller is asked to wait. */
  readonly retryAfter: number | undefined;
}

/**
 * better-auth's refusal in the form of all errors, its own `code` and `message` still beside it for
 * its clients, the code in `details.reason` too; where it says nothing, what we say of the status.
 * Undefined for what is none: OAuth's errors keep the form of their standard, whose `error` is a word.
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
