import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts';
import type { Request, Response } from 'express';
import { onClosed } from '../deadlines/on-closed.ts';

/** An open event stream to a caller. `Events` maps event names to their data. */
export interface EventStream<Events extends object = Record<never, never>> {
  /** Aborted when the caller leaves or the service stops. */
  readonly signal: AbortSignal;
  send<Name extends keyof Events & string>(event: Name, data: Events[Name], id?: string): void;
  /** Sends an unnamed event with one line of data. */
  sendLine(line: string, id?: string): void;
  end(): void;
}

export interface EventStreamOptions {
  /**
   * Reports in the stream's form that the service stops during an answer. Without it the stream
   * ends normally, which is right for one without an end.
   */
  readonly onStopping?: (stopping: AppError) => void;
}

/** A caller that reads so slowly that more bytes are waiting is disconnected. */
const maxBufferedBytes = 8 * 1024 * 1024;

/**
 * Turns the response into server-sent events, with a comment every 15 s that keeps proxies from
 * closing it. Ends when the service stops.
 */
export function openEventStream<Events extends object = Record<never, never>>(
  request: Request,
  response: Response,
  { onStopping }: EventStreamOptions = {},
): EventStream<Events> {
  const controller = new AbortController();
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), 15_000);
  const end = () => {
    if (!response.writableEnded && !response.destroyed) response.end();
  };
  const stop = () => {
    onStopping?.(new AppError('service_unavailable', 'The service is stopping.'));
    end();
  };
  request.app.once('closing', stop);
  onClosed(response, () => {
    clearInterval(keepAlive);
    request.app.off('closing', stop);
    controller.abort();
  });
  const write = (fields: string, id: string | undefined) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(`${id === undefined ? '' : `id: ${id}\n`}${fields}\n\n`);
    if (response.writableLength > maxBufferedBytes) response.destroy();
  };
  return {
    signal: controller.signal,
    send: (event, data, id) => write(`event: ${event}\ndata: ${JSON.stringify(data)}`, id),
    sendLine: (line, id) => write(`data: ${line}`, id),
    end,
  };
}

/** Returns whether the caller accepts server-sent events rather than JSON; `q=0` excludes them. */
export function wantsEvents({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const ranges = headers.accept?.toLowerCase().split(',') ?? [];
  return ranges.some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    return type === 'text/event-stream' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}
