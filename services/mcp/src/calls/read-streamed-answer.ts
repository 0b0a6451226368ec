import { AppError, type ErrorBody, isErrorCode } from '@lectern/contracts';

type Streamed =
  | { readonly event: 'done'; readonly data: unknown }
  | { readonly event: 'error'; readonly data: ErrorBody };
type AnswerIn<Event> =
  Extract<Event, { readonly event: 'done' }> extends {
    readonly data: infer Answer;
  }
    ? Answer
    : never;

/**
 * Returns the whole answer at the end of a stream and passes the events before it to `onEvent`.
 * @throws AppError the error of the stream, or `upstream_failed` if it breaks off.
 */
export async function readStreamedAnswer<
  Event extends Streamed | { readonly event: string; readonly data: unknown },
>(events: AsyncIterable<Event>, onEvent: (event: Event) => void): Promise<AnswerIn<Event>> {
  for await (const one of events) {
    if (one.event === 'done') return one.data as AnswerIn<Event>;
    if (one.event === 'error') throw toAppError((one.data as ErrorBody).error);
    onEvent(one);
  }
  throw new AppError('upstream_failed', 'The answer broke off.');
}

function toAppError({ code, message, details }: ErrorBody['error']): AppError {
  return isErrorCode(code)
    ? new AppError(code, message, { ...(details && { details }) })
    : new AppError('upstream_failed', message);
}
