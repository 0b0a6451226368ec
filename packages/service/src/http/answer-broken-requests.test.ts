import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '@lectern/testing';
import express from 'express';
import { listen } from './listen.ts';

describe('requests that are no HTTP', () => {
  let url: string;
  let close: () => Promise<void> | void;

  beforeAll(async () => {
    const app = express();
    app.post('/slow', (request, response) => {
      response.write('begun');
      request.on('error', () => undefined).resume();
    });
    ({ url } = await listen(app, { host: '127.0.0.1', port: 0 }, (task) => {
      close = task;
    }));
  });

  afterAll(async () => close());

  const head = 'HTTP/1.1\r\nhost: x\r\n';

  it.each([
    ['a path that begins with no slash', `GET \\readyz ${head}\r\n`],
    ['what is for a proxy', `CONNECT x:443 ${head}\r\n`],
    ['a line that is no request', 'hello\r\n\r\n'],
    ['a header without a name', `GET / ${head}: x\r\n\r\n`],
    ['headers that are too large', `GET / ${head}x: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('answers %s in the form of all errors', async (_what, bytes) => {
    const answer = await sendRaw(url, bytes, { limitMs: 5_000 });
    expect(answer.status).toBe(400);
    expect(answer.head).toMatch(/^connection: close$/m);
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        code: 'invalid_request',
        message: expect.stringMatching(/\.$/),
        request_id: expect.any(String),
      },
    });
  });

  it('lets a client send what it has before it reads the answer', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const ended = once(socket, 'close');
    await once(socket, 'connect');
    socket.write(`GET \\readyz ${head}content-length: 3000000\r\n\r\n`);
    await once(socket, 'readable');
    await promisify<Buffer, void>((part, done) => socket.write(part, done as () => void))(
      Buffer.alloc(3_000_000, 'x'),
    );
    expect(String(socket.read())).toMatch(/^HTTP\/1\.1 400 /);
    socket.resume();
    await ended;
  });

  it('cuts an answer that has begun when its request breaks', async () => {
    const answer = await sendRaw(
      url,
      `POST /slow ${head}transfer-encoding: chunked\r\n\r\n1\r\nx\r\nno size\r\n`,
      { limitMs: 8_000 },
    );
    expect(answer.closedAfterMs).toBeLessThan(4_000);
    expect(answer.body).not.toContain('invalid_request');
  });
});
