import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { onClosed } from '../deadlines/on-closed.ts';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createHttpApp } from './create-http-app.ts';

it('has room for all who wait for the end of a streamed answer', async () => {
  const rooms: number[] = [];
  await using app = await listenOnFreePort(
    createHttpApp({
      name: 'test',
      version: '1',
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      routes: (routes) => {
        routes.get('/stream', async (_request, response) => {
          // Listeners of the trace, the rights, the call and the connection.
          for (const wait of [() => {}, () => {}, () => {}, () => {}]) onClosed(response, wait);
          const sent = pipeline(Readable.from(['streamed']), response);
          rooms.push(response.getMaxListeners() - response.listenerCount('close'));
          await sent;
        });
      },
    }),
  );
  const answer = await fetch(`${app.url}/stream`);
  expect([answer.status, await answer.text()]).toEqual([200, 'streamed']);
  expect(rooms[0]).toBeGreaterThanOrEqual(0);
});
