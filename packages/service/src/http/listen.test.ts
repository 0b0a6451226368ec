import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { listen } from './listen.ts';

describe('requests of one connection that wait for no answer', () => {
  it('are served a few at a time, and many of them end the connection', async () => {
    const app = express();
    let served = 0;
    const held = Promise.withResolvers<void>();
    app.get('/', async (_request, response) => {
      served += 1;
      await held.promise;
      response.send('late');
    });
    await using close = new AsyncDisposableStack();
    const { url } = await listen(app, { host: '127.0.0.1', port: 0 }, (task) =>
      close.defer(async () => task()),
    );
    const ask = async (times: number) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times));
      return socket;
    };
    const many = await ask(500);
    await once(many.resume(), 'close');
    expect(served).toBe(16);
    const few = await ask(3);
    let text = '';
    few.on('data', (part) => {
      text += part;
    });
    held.resolve();
    while (text.split('late').length < 4) await once(few, 'data');
    few.destroy();
  });
});
