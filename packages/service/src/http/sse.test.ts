import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import express from 'express';
import { openEventStream, wantsEvents } from './sse.ts';

describe('wantsEvents', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, text/event-stream', true],
    ['Text/Event-Stream;q=0.5', true],
    ['text/event-stream;q=0, application/json', false],
    ['text/event-stream; q=0.00', false],
    ['text/event-streams', false],
    ['*/*', false],
    [undefined, false],
  ])('reads Accept: %s', (accept, wanted) => {
    expect(wantsEvents({ headers: { accept } })).toBe(wanted);
  });
});

describe('a stream of events under way when the service stops', () => {
  const app = express();
  app.get('/answer', (request, response) => {
    const stream = openEventStream<{ error: { code: string } }>(request, response, {
      onStopping: ({ code }) => stream.send('error', { code }),
    });
  });
  app.get('/turn', (request, response) => {
    openEventStream(request, response, { onStopping: () => response.destroy() });
  });
  app.get('/endless', (request, response) => {
    openEventStream(request, response);
  });
  let listening: ListeningApp;
  beforeAll(async () => {
    listening = await listenOnFreePort(app);
  });
  afterAll(async () => {
    await listening[Symbol.asyncDispose]();
  });

  it('says that it is not whole, in its own form', async () => {
    const [answer, turn, endless] = await Promise.all(
      ['/answer', '/turn', '/endless'].map((path) => fetch(listening.url + path)),
    );
    app.emit('closing');
    expect(await answer?.text()).toBe('event: error\ndata: {"code":"service_unavailable"}\n\n');
    await expect(turn?.text()).rejects.toThrow();
    expect(await endless?.text()).toBe('');
  });
});
