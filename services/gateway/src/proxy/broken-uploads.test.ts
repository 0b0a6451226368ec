import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, endpoints } from '@lectern/contracts';
import { sendRaw } from '@lectern/testing';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway({ MAX_BODY_BYTES: '200000' });
  authorization = `Bearer ${(await addOwner(gateway)).key}`;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const id = '0195f3a0-0000-7000-8000-000000000001';
const takeBodies = [
  ...Object.values<Endpoint>(endpoints).flatMap(({ method, path, service, body, upload }) =>
    (body || upload) && service !== 'gateway' ? [[method, path, service] as const] : [],
  ),
  ['POST', '/mcp', 'mcp'] as const,
];

const sendHead = (requestLine: string, lines: readonly string[], body: string) =>
  sendRaw(
    gateway.url,
    [
      `${requestLine} HTTP/1.1`,
      'host: x',
      `authorization: ${authorization}`,
      ...lines,
      '',
      body,
    ].join('\r\n'),
    { limitMs: 5_000, untilAnswer: true },
  );

/** Reads a part, answers with an error and stops reading, as a parser does that fails. */
const refuseUnread = (request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'GET') {
    request.resume();
    response.end('{}');
    return;
  }
  request.once('data', () => {
    request.pause();
    response.writeHead(400).end('{}');
  });
};

const readable = { rag: '/api/documents', llm: '/api/conversations', mcp: '/mcp' };

describe('a broken upload', () => {
  it.each(takeBodies)('to %s %s hangs nobody else', async (method, path, service) => {
    gateway[service].answer = refuseUnread;
    const lines = ['content-type: multipart/form-data; boundary=x', 'content-length: 150000'];
    const url = path.replaceAll(/\{\w+\}/g, id);
    const broken = await sendHead(`${method} ${url}`, lines, 'x'.repeat(150_000));
    expect(broken.status).toBe(400);
    const started = performance.now();
    for (const _ of [1, 2, 3]) {
      const other = await fetch(gateway.url + readable[service], {
        headers: { authorization },
        signal: AbortSignal.timeout(4_000),
      });
      expect(other.status).toBe(200);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('of unknown size is refused when it grows too large', async () => {
    gateway.rag.answer = (request) => request.resume();
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const lines = ['content-type: multipart/form-data; boundary=x', 'transfer-encoding: chunked'];
    const path = `/api/collections/${id}/documents`;
    const answer = await sendHead(`POST ${path}`, lines, chunk.repeat(3));
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('"max_bytes":200000');
  });

  it('is refused when it is compressed, and nothing goes inside', async () => {
    const lines = ['content-type: application/json', 'content-encoding: gzip', 'content-length: 9'];
    const path = `/api/collections/${id}/documents`;
    expect((await sendHead(`POST ${path}`, lines, 'abc')).status).toBe(415);
    expect(gateway.rag.seen.filter(({ headers }) => headers['content-encoding'])).toEqual([]);
  });
});
