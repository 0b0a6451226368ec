import { describe, expect, it } from '@jest/globals';
import { listenOnFreePort, sendRaw } from '@lectern/testing';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createHttpApp } from './create-http-app.ts';

describe('what is told inside', () => {
  it.each([
    ['127.0.0.1', 200],
    ['rag-service:8000', 200],
    ['docs.example.org', 200],
    ['evil.example', 403],
    ['docs.example.org.evil.example', 403],
  ])('is told under the name %s: %i', async (host, status) => {
    await using app = await listenOnFreePort(
      createHttpApp({
        name: 'test',
        version: '1',
        logger: createLogger({ name: 'test', level: 'silent' }),
        metrics: createMetrics('test'),
        insideHosts: ['docs.example.org'],
        routes: () => undefined,
      }),
    );
    for (const path of ['/health', '/metrics']) {
      const head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
      const answer = await sendRaw(app.url, head, { limitMs: 5_000, untilAnswer: true });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });
});
