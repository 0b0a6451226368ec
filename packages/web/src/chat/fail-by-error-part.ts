import { brokenOffText } from '@lectern/contracts/broken-off';
import type { UIMessageChunk } from 'ai';
import { TurnFailure } from './turn-failure.ts';

/**
 * Ends a stream at its `error` part with a `TurnFailure`. The AI SDK throws a plain error for one,
 * which nobody can tell from a connection that broke off; a service that went away is as one that did.
 */
export function failByErrorPart(): TransformStream<UIMessageChunk, UIMessageChunk> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'error' && part.errorText === brokenOffText) {
        controller.error(new Error(part.errorText));
      } else if (part.type === 'error') controller.error(new TurnFailure(part.errorText));
      else controller.enqueue(part);
    },
  });
}
