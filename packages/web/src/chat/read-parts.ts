import { streamPartSchema } from '@lectern/contracts';
import { brokenOffText } from '@lectern/contracts/broken-off';
import type { UIMessageChunk } from 'ai';
import { TurnFailure } from './turn-failure.ts';

/**
 * Passes on the parts of a turn that have their form, and ends the stream at its `error` part with a
 * `TurnFailure`. The AI SDK throws a plain error for one, which nobody can tell from a connection
 * that broke off; a service that went away, or a part of another form, is as one that did, so that
 * the page looks at what is stored.
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
