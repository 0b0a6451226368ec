import { EventEmitter, once } from 'node:events';
import { pipeline, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListeningApp, listenOnFreePort, sendRaw } from '@lectern/testing';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createHttpApp } from './create-http-app.ts';
import { endSilentBodies } from './end-silent-bodies.ts';
import { readJson } from './read-json.ts';

describe('bodies', () => {
  let app: ListeningApp;
  /** Told the id of an impatient request that is let go. */
  const letGo = new EventEmitter();

  beforeAll(async () => {
    app = await listenOnFreePort(
      createHttpApp({
        name: 'test',
        version: '1',
        logger: createLogger({ name: 'test', level: 'silent' }),
        metrics: createMetrics('test'),
        routes: (routes) => {
          const limits = { maxBytes: 1_000, maxDepth: 5, maxValues: 50 };
          routes.post('/echo', readJson(limits), (request, response) => {
            response.json({ got: request.body ?? null });
          });
          routes.post('/refused', (_request, response) => {
            response.status(403).json({ refused: true });
          });
          routes.post('/breaks', (request, response) => {
            const parser = new Writable({
              write: (_part, _encoding, done) => done(new Error('no')),
            });
            pipeline(request, parser, () => response.status(400).json({ broken: true }));
          });
          routes.post(
            '/impatient',
            (request, _response, next) => {
              request.once('close', () => letGo.emit(request.id));
              next();
            },
            endSilentBodies(50),
            readJson(limits),
            (_request, response) => {
              response.json({});
            },
          );
        },
      }),
    );
  });

  afterAll(async () => app[Symbol.asyncDispose]());

  const post = async (
    body: string | Buffer | ReadableStream,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${app.url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };

  it('reads JSON, also in parts and without an announced size', async () => {
    expect(await post('{"a":[1,"]}"]}')).toEqual({ status: 200, body: { got: { a: [1, ']}'] } } });
    const parts = new ReadableStream({
      start(controller) {
        for (const part of ['{"a":"\\', '"[[[[[[[","b"', ':2}']) {
          controller.enqueue(new TextEncoder().encode(part));
        }
        controller.close();
      },
    });
    expect((await post(parts)).body).toEqual({ got: { a: '"[[[[[[[', b: 2 } });
  });

  it.each([
    ['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, 415],
    ['another type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['what is not JSON', '{"a":', {}, 400],
    ['what is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400],
    ['U+0000 in a text', '{"a":{"b":["\\u0000"]}}', {}, 400],
    ['half a character in a key', '{"\\ud800":1}', {}, 400],
    ['too many bytes', JSON.stringify('x'.repeat(1_000)), {}, 413],
    ['too many levels', '[[[[[[1]]]]]]', {}, 413],
    ['too many values', `[${'1,'.repeat(60)}1]`, {}, 413],
  ])('refuses %s', async (_what, body, headers, status) => {
    expect(await post(body, headers as Record<string, string>)).toMatchObject({ status });
  });

  it('names the field that holds no text, and lets whole characters pass', async () => {
    const refused = await post('{"a":{"b":["x","\\u0000"]}}');
    expect(refused.body).toMatchObject({ error: { details: { field: 'a.b.1' } } });
    const broken = await post('{"a":');
    expect(broken.body).toMatchObject({
      error: { code: 'invalid_json', details: { field: 'body' } },
    });
    expect((await post('"\\ud83d\\ude00 \\\\u0000"')).status).toBe(200);
  });

  it('counts bytes and levels before the body has ended', async () => {
    const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    for (const text of ['['.repeat(6), `"${'x'.repeat(1_000)}`]) {
      const answer = await sendRaw(
        app.url,
        `${head}transfer-encoding: chunked\r\n\r\n${chunk(text)}`,
        { limitMs: 5_000, untilAnswer: true },
      );
      expect(answer.status).toBe(413);
    }
  });

  it('answers early at once, drains within a bound and closes the connection', async () => {
    const answer = await sendRaw(
      app.url,
      'POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nabc',
      { limitMs: 8_000 },
    );
    expect(answer).toMatchObject({ status: 403, body: '{"refused":true}' });
    expect(answer.head).toMatch(/connection: close/i);
    expect(answer.answeredAfterMs).toBeLessThan(1_000);
    expect(answer.closedAfterMs).toBeLessThan(4_000);
  });

  it('closes the connection where a parser gave up on the body', async () => {
    const answer = await sendRaw(
      app.url,
      `POST /breaks HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n${'x'.repeat(200_000)}`,
      { limitMs: 8_000 },
    );
    expect(answer.status).toBe(400);
    expect(answer.closedAfterMs).toBeLessThan(4_000);
  });

  it('keeps the connection after a body that it read', async () => {
    const answer = await sendRaw(
      app.url,
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      { limitMs: 300 },
    );
    expect(answer.status).toBe(200);
    expect(answer.closedAfterMs).toBeUndefined();
  });

  it('refuses a body of which nothing comes any more', async () => {
    const answer = await sendRaw(
      app.url,
      'POST /impatient HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      { limitMs: 5_000, untilAnswer: true },
    );
    expect(answer.status).toBe(408);
  });

  it('lets go of a request that was answered early when its connection ends', async () => {
    const letItGo = once(letGo, 'early', { signal: AbortSignal.timeout(20_000) });
    const answer = await sendRaw(
      app.url,
      'POST /impatient HTTP/1.1\r\nhost: x\r\nx-request-id: early\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      { limitMs: 10_000 },
    );
    expect(answer.closedAfterMs).toBeLessThan(10_000);
    await letItGo;
  });
});
