import type { Clause } from '../subject.ts';
import { allAnswered } from './findings.ts';
import { sendRaw } from './send-raw.ts';
import type { DoorsWorld } from './world.ts';

const list = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');

function askMcp({ suite, api }: DoorsWorld, host: string, origin?: string) {
  return sendRaw({
    port: suite.port,
    head: [
      'POST /mcp HTTP/1.1',
      `host: ${host}`,
      ...(origin ? [`origin: ${origin}`] : []),
      `authorization: Bearer ${api.apiKey}`,
      'content-type: application/json',
      'accept: application/json, text/event-stream',
      `content-length: ${list.length}`,
    ],
    body: [list],
    timeoutMs: 10_000,
  });
}

const askInside = (port: number, path: string, host: string) =>
  sendRaw({ port, head: [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close'] });

/** Deliver 10: under which name, and from whose page. */
export const hosts: readonly Clause<DoorsWorld>[] = [
  {
    name: '10 /mcp checks Host',
    async ask(world) {
      const answers = [];
      for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example']) {
        answers.push([host, await askMcp(world, host)] as const);
      }
      return allAnswered(answers, 403);
    },
  },
  {
    name: '10 /mcp checks Origin',
    async ask(world) {
      const answers = [];
      for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
        answers.push([
          origin,
          await askMcp(world, `127.0.0.1:${world.suite.port}`, origin),
        ] as const);
      }
      return allAnswered(answers, 403);
    },
  },
  {
    name: '10 inner /metrics and /health check Host too',
    async ask({ suite }) {
      const answers = [];
      for (const [name, offset] of [
        ['llm', 1],
        ['rag', 2],
        ['worker', 3],
        ['mcp', 4],
      ] as const) {
        for (const path of ['/metrics', '/health']) {
          const answer = await askInside(suite.port + offset, path, 'evil.example');
          answers.push([`${name} ${path}`, answer] as const);
        }
      }
      return allAnswered(answers, 403);
    },
  },
  {
    name: '10 the public port tells no metrics',
    async ask({ api }) {
      return allAnswered([['GET /metrics', await api.request('GET', '/metrics')]], 404);
    },
  },
  {
    name: '10 a request with a cookie that changes something comes from our own page',
    async ask(world) {
      const { owner } = await world.createPlace();
      const answers = [];
      for (const origin of ['https://evil.example', 'null']) {
        const answer = await owner.visitor.post('/api/collections', { name: 'x' }, { origin });
        answers.push([origin, answer] as const);
      }
      return allAnswered(answers, 403);
    },
  },
];
