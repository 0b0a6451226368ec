import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { serviceFetch } from './service-fetch.ts';

describe('requests to our own services', () => {
  it('take the open connections in turn, of which each may lead to another replica', async () => {
    const ports: (number | undefined)[] = [];
    const waiting: (() => void)[] = [];
    await using server = await listenOnFreePort((request, response) => {
      ports.push(request.socket.remotePort);
      waiting.push(() => response.end());
      // The first two are answered once both have come, so that two connections are open.
      if (ports.length >= 2) for (const answer of waiting.splice(0)) answer();
    });
    const ask = async () => (await serviceFetch(server.url)).text();
    await Promise.all([ask(), ask()]);
    for (let count = 0; count < 8; count += 1) {
      // A connection is idle a moment after its answer.
      await setImmediate();
      await ask();
    }
    const counts = [...Map.groupBy(ports, (port) => port).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(ports.length / 2);
  });
});
