import { AppError } from '@lectern/contracts';

/**
 * Returns the error for an unreadable answer. The message never contains the answer's text, which
 * may echo the request with its key.
 */
export function unreadableAnswer(service: string, what: string, cause?: unknown): AppError {
  return new AppError(
    'upstream_failed',
    `${service} gave an answer that cannot be read: ${what}.`,
    {
      cause,
    },
  );
}
