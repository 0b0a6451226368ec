import { streamPartSchema } from '@lectern/contracts';
import { brokenOffText } from '@lectern/contracts/broken-off';
import type { UIMessageChunk } from 'ai';
import { TurnFailure } from './turn-failure.ts';

/**
 * Passes valid parts of a turn on and ends the stream with a `TurnFailure` at an `error` part. The
 * AI SDK throws a plain error, which looks like a lost connection. An invalid part or a stopped
 * service counts as a lost connection, so that the page reads what is stored.
 */
export function readParts(): TransformStream<UIMessageChunk, UIMessageChunk> {
  return new TransformStream({
    transform(part, controller) {
      const { success } = streamPartSchema.safeParse(part);
      if (!success) controller.error(new Error(`A part of another form: ${part.type}`));
      else if (part.type !== 'error') controller.enqueue(part);
      else if (part.errorText === brokenOffText) controller.error(new Error(part.errorText));
      else controller.error(new TurnFailure(part.errorText));
    },
  });
}
