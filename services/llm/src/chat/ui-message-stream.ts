import type { Request, Response } from 'express';
import type { PlacedPart } from './part-log.ts';

/** A caller that reads so slowly that more than this is waiting is cut off; it can come back. */
const maxBufferedBytes = 8 * 1024 * 1024;
const keepAliveMs = 15_000;

/**
 * Answers with parts as the AI SDK's UI message stream: one server-sent event a part, its position
 * as the event's id, `[DONE]` at the end. The parts' producer is told when the caller is gone.
 */
export async function sendUiMessageStream(
  request: Request,
  response: Response,
  open: (signal: AbortSignal) => AsyncIterable<PlacedPart>,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-vercel-ai-ui-message-stream': 'v1',
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), keepAliveMs);
  response.once('close', leave);
  request.app.once('closing', leave);
  try {
    for await (const { position, part } of open(gone.signal)) {
      response.write(`id: ${position}\ndata: ${JSON.stringify(part)}\n\n`);
      if (response.writableLength > maxBufferedBytes) response.destroy();
    }
    if (!gone.signal.aborted) response.write('data: [DONE]\n\n');
  } finally {
    clearInterval(keepAlive);
    request.app.off('closing', leave);
    response.end();
  }
}
