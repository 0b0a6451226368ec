import { endOfParts } from '@lectern/contracts';
import { openEventStream } from '@lectern/service';
import type { Request, Response } from 'express';
import type { PlacedPart } from '../turns/turn-parts.ts';

/**
 * Answers with parts as the AI SDK's UI message stream: one server-sent event a part, its position
 * as the event's id, `[DONE]` at the end. The parts' producer is told when the caller is gone.
 */
export async function sendUiMessageStream(
  request: Request,
  response: Response,
  open: (signal: AbortSignal) => AsyncIterable<PlacedPart>,
): Promise<void> {
  response.setHeader('x-vercel-ai-ui-message-stream', 'v1');
  // The turn goes on elsewhere: a caller whose connection breaks follows it, one whose stream ends does not.
  const stream = openEventStream(request, response, { onStopping: () => response.destroy() });
  try {
    for await (const { position, part } of open(stream.signal)) {
      stream.sendLine(JSON.stringify(part), String(position));
    }
    if (!stream.signal.aborted) stream.sendLine(endOfParts);
  } finally {
    stream.end();
  }
}
