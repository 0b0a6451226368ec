import { endOfParts } from '@lectern/contracts';
import { openEventStream } from '@lectern/service';
import type { Request, Response } from 'express';
import type { PlacedPart } from '../turns/turn-parts.ts';

/**
 * Responds with parts as the AI SDK's UI message stream: one server-sent event per part, with its
 * position as the event's id, and `[DONE]` at the end. The producer is stopped when the caller is
 * gone.
 */
export async function sendUiMessageStream(
  request: Request,
  response: Response,
  open: (signal: AbortSignal) => AsyncIterable<PlacedPart>,
): Promise<void> {
  response.setHeader('x-vercel-ai-ui-message-stream', 'v1');
  // The turn continues elsewhere. A client follows it after a broken connection, but not after a
  // stream that ended.
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
