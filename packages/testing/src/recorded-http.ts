import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ListeningApp, listenOnFreePort } from './listen-on-free-port.ts';

/** A response on the wire. */
export interface RecordedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Sent one by one, for event streams; `body` is then ignored. */
  readonly chunks?: readonly string[];
  /** Delay before the status line, and between chunks. Default 0. */
  readonly delayMs?: number;
  /** Cuts the connection after the headers and the chunks sent so far. */
  readonly cut?: boolean;
}

/** A request that the server received, with its whole body. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path with the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Response of a route: always the same, a list in order (the last one repeats), or a function. */
export type RecordedRoute =
  | RecordedAnswer
  | readonly RecordedAnswer[]
  | ((request: ReceivedRequest) => RecordedAnswer | Promise<RecordedAnswer>);

export interface RecordedHttp extends ListeningApp {
  /** All requests so far, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
}

/**
 * Starts a server that replays recorded responses, in place of an outside API.
 *
 * @param routes by method and path without the query string, for example `'POST /v1/embeddings'`.
 *   Anything else is answered with 404.
 */
export async function startRecordedHttp(
  routes: Readonly<Record<string, RecordedRoute>>,
): Promise<RecordedHttp> {
  const requests: ReceivedRequest[] = [];
  const answered = new Map<string, number>();

  const findAnswer = async (request: ReceivedRequest): Promise<RecordedAnswer> => {
    const key = `${request.method} ${request.path.split('?', 1)[0]}`;
    const route = routes[key];
    if (route === undefined) return { status: 404, body: `no recording for ${key}` };
    if (typeof route === 'function') return route(request);
    if (!isList(route)) return route;
    const turn = answered.get(key) ?? 0;
    answered.set(key, turn + 1);
    return route[Math.min(turn, route.length - 1)] ?? { status: 404 };
  };

  const server = await listenOnFreePort(async (incoming, response) => {
    const request = await receive(incoming);
    requests.push(request);
    await send(response, await findAnswer(request));
  });
  return { ...server, requests };
}

function isList(
  route: RecordedAnswer | readonly RecordedAnswer[],
): route is readonly RecordedAnswer[] {
  return Array.isArray(route);
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(parts).toString('utf8'),
  };
}

async function send(response: ServerResponse, answer: RecordedAnswer): Promise<void> {
  const { status = 200, headers = {}, body, chunks, delayMs = 0, cut = false } = answer;
  if (delayMs > 0) await delay(delayMs);
  const isJson = chunks === undefined && body !== undefined && typeof body !== 'string';
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  response.flushHeaders();
  for (const chunk of chunks ?? [
    isJson ? JSON.stringify(body) : ((body as string | undefined) ?? ''),
  ]) {
    if (chunk !== '') response.write(chunk);
    if (chunks !== undefined && delayMs > 0) await delay(delayMs);
  }
  if (cut) response.destroy();
  else response.end();
}
