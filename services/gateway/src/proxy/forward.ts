import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, deadlineHeader } from '@lectern/contracts';
import { type AuditDetails, onClosed, readAuditDetails } from '@lectern/service';
import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import { maxHeldBytes, readForwardBody } from './forward-body.ts';
import { toCallerHeaders, toInsideHeaders } from './forward-headers.ts';
import { type BreakForm, PassedEvents } from './passed-events.ts';
import type { Upstream } from './upstream.ts';

declare global {
  namespace Express {
    interface Request {
      /**
       * Called with the service's status and audit note, whether the caller is still there or not;
       * without a response, with the status that the caller gets.
       */
      onAnswered?: (status: number, note: AuditDetails | undefined) => Promise<void>;
    }
  }
}

export interface Forward {
  readonly upstream: Upstream;
  /** Path and query on the service. */
  readonly path: string;
  readonly token: string;
  /** Larger bodies are rejected, announced or not. */
  readonly maxBodyBytes: number | undefined;
  /** Maximum time until the service's response starts; the caller may request less. */
  readonly maxWaitMs: number;
  /** Form in which a stream reports that it broke off; without it the connection is cut. */
  readonly breakForm?: BreakForm | undefined;
}

/** Additional wait of the gateway, so that a service can report its own deadline first. */
const graceMs = 2_000;

/**
 * Forwards a request and streams the response back. When the caller leaves, the service's work is
 * aborted; a request with an idempotency key, and one that is audited, runs to its end instead, and
 * its response is sent in one piece if it is small enough to be stored.
 *
 * @throws AppError what reading the body throws; `service_unavailable` when the service is
 *   unreachable or breaks off before its response starts, `deadline_exceeded` when it takes too
 *   long. After the start, a stream reports the break in its form, and other responses are cut.
 */
export async function forward(
  request: Request,
  response: Response,
  { upstream, path, token, maxBodyBytes, maxWaitMs, breakForm }: Forward,
): Promise<void> {
  const asked = Number(request.headers[deadlineHeader]);
  const deadlineMs = asked > 0 && asked < maxWaitMs ? Math.ceil(asked) : maxWaitMs;
  const gone = new AbortController();
  onClosed(response, () => {
    if (!response.writableFinished && !request.outlivesCaller) gone.abort();
  });
  const body = await readForwardBody(request, maxBodyBytes);
  const sent = {
    method: request.method as Dispatcher.HttpMethod,
    path: upstream.basePath + path,
    headers: toInsideHeaders(request, { token, deadlineMs }),
    body,
    headersTimeout: deadlineMs + graceMs,
    signal: gone.signal,
  };
  let events: PassedEvents | undefined;
  const send = (dispatcher: Dispatcher) =>
    dispatcher.stream(sent, ({ statusCode, headers }) => {
      void request.onAnswered?.(statusCode, readAuditDetails(headers));
      response.writeHead(statusCode, toCallerHeaders(headers));
      // An error response is sent whole: sent earlier, the request could be repeated while its key
      // is still claimed.
      if (headers['content-length'] === undefined && statusCode < 400) response.flushHeaders();
      if (!breakForm || !isEventStream(headers)) return response;
      events = new PassedEvents(response, breakForm);
      return events;
    });
  try {
    if (body instanceof Readable) await upstream.alone(send);
    else if (request.outlivesCaller) {
      await answerWhole({ request, response }, upstream.pool.request(sent));
    } else await send(upstream.pool);
  } catch (error) {
    if (gone.signal.aborted || response.headersSent) {
      request.log.debug({ err: error, service: upstream.name }, 'an answer was cut short');
      if (events && !gone.signal.aborted)
        events.fail(request, toForwardError(error, upstream.name));
      else response.destroy();
      return;
    }
    if (error instanceof AppError) throw error;
    const failure = toForwardError(error, upstream.name);
    if (!isUnreached(error)) await request.onAnswered?.(failure.status, undefined);
    throw failure;
  }
}

function isEventStream(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

async function answerWhole(
  { request, response }: { readonly request: Request; readonly response: Response },
  answering: Promise<Dispatcher.ResponseData>,
): Promise<void> {
  const { statusCode, headers, body } = await answering;
  await request.onAnswered?.(statusCode, readAuditDetails(headers));
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxHeldBytes) break;
  }
  response.writeHead(statusCode, toCallerHeaders(headers));
  const answer = Buffer.concat(parts);
  if (bytes <= maxHeldBytes) {
    response.end(answer);
    return;
  }
  response.write(answer);
  await pipeline(body, response);
}

/** Returns whether no connection was made, so that the service received nothing. */
function isUnreached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function toForwardError(error: unknown, service: string): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isLate = code === 'UND_ERR_HEADERS_TIMEOUT';
  return new AppError(isLate ? 'deadline_exceeded' : 'service_unavailable', undefined, {
    cause: error,
    details: { service },
  });
}
