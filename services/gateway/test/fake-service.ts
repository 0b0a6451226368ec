import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A service behind the gateway, whose response a test sets. */
export interface FakeService extends ListeningApp {
  readonly seen: SeenRequest[];
  /** Default: 200 with a small JSON body, after the request was read. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startFakeService(): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const server = await listenOnFreePort((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    service.answer(request, response);
  });
  const service: FakeService = { ...server, seen, answer: answerOk };
  return service;
}

export function answerOk(request: IncomingMessage, response: ServerResponse): void {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"ok","name":"fake","version":"1"}');
  });
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
