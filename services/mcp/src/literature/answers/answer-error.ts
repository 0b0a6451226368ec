import { AppError } from '@lectern/contracts';

/**
 * An outside service answered in a form that is not its own. The text of the answer is never part
 * of the message: it may echo the request, which holds the key.
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
