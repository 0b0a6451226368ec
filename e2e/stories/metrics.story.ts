import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { sendRaw } from '@lectern/testing';
import type { TellStory } from './story.ts';

const repository = new URL('../../', import.meta.url);
const watching = ['docker/prometheus/alerts.yml', 'docker/grafana/dashboards/lectern.json'];
/** Gateway's own port apart; llm, rag, worker and mcp follow the gateway's public one. */
const offsets = [1, 2, 3, 4];

/** A running suite exposes every metric that alerts and panels query. */
export function describeMetrics(tell: TellStory): void {
  describe('metrics', () => {
    it.each(watching)('of every name in %s are there', async (file) => {
      const text = await readFile(new URL(file, repository), 'utf8');
      const asked = new Set(text.match(/\b(?:lectern|process|nodejs)_\w+/g));
      expect(asked.size).toBeGreaterThan(5);
      const exposed = await readExposedNames(tell());
      expect([...asked].filter((name) => !exposed.has(name))).toEqual([]);
    });

    it('of searches are under the route that the alert names', async () => {
      const { api, suite } = tell();
      await api.call('search', { body: { query: 'anything' } });
      const text = await readMetrics(suite.port + 2);
      const routes = new Set(text.match(/(?<=route=")[^"]*search(?=")/g));
      expect([...routes]).toEqual(['/rag/search']);
    });

    it('and facts of services inside are told under no name of another site', async () => {
      const { suite, metricsPort } = tell();
      const doors = [
        { port: metricsPort, path: '/metrics' },
        ...offsets.flatMap((offset) =>
          ['/metrics', '/health'].map((path) => ({ port: suite.port + offset, path })),
        ),
      ];
      for (const { port, path } of doors) {
        const ask = async (host: string) => {
          const head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
          const limits = { limitMs: 10_000, untilAnswer: true };
          return (await sendRaw(`http://127.0.0.1:${port}`, head, limits)).status;
        };
        const statuses = [await ask('rag-service:8000'), await ask('evil.example')];
        expect([port, path, ...statuses]).toEqual([port, path, 200, 403]);
      }
    });
  });
}

async function readExposedNames({ suite, metricsPort }: ReturnType<TellStory>) {
  const ports = [metricsPort, ...offsets.map((offset) => suite.port + offset)];
  const texts = await Promise.all(ports.map(readMetrics));
  const names = new Set<string>();
  for (const [, name = '', type] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    names.add(name);
    if (type !== 'histogram') continue;
    for (const part of ['bucket', 'count', 'sum']) names.add(`${name}_${part}`);
  }
  return names;
}

async function readMetrics(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    signal: AbortSignal.timeout(10_000),
  });
  expect(response.status).toBe(200);
  return response.text();
}
