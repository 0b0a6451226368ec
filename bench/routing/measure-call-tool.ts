import { BaselineProcess } from '../baseline/baseline-process.ts';
import { createToolCall } from '../mcp/tool-call.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { createBenchClient } from './registered-set.ts';

const defaultConcurrency = 10;
const defaultCount = 2_000;

/** One tool of an outside server, called by `call_tool` through the suite and directly. */
export async function measureCallTool(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const concurrency = options.concurrency ?? defaultConcurrency;
  const count = options.count ?? defaultCount;
  const loop = { concurrency, count, maxMs: options.seconds * 1000 };
  await using outside = new BaselineProcess<number>('baseline-mcp-server.ts');
  const url = `http://127.0.0.1:${await outside.receive()}`;
  const client = createBenchClient(suite);
  const { id } = await client.call('createMcpServer', {
    token: suite.apiKey,
    body: { name: 'bare', url: `${url}/mcp`, confirm: 'none' },
  });
  const processes = () => ({ ...suite.processes(), outside: outside.pid });
  const given = { text: 'hello' };
  {
    using caller = new JsonCaller(url, 'none', concurrency);
    const direct = await measureLoop(
      async (number) => check(await caller.post(createToolCall(number, 'echo', given))),
      loop,
      processes,
    );
    report('routing.tool_direct', { concurrency, ...direct });
  }
  {
    using caller = new JsonCaller(suite.url, suite.apiKey, concurrency);
    const through = { server: 'bare', name: 'echo', arguments: given };
    const summary = await measureLoop(
      async (number) => check(await caller.post(createToolCall(number, 'call_tool', through))),
      loop,
      processes,
    );
    report('routing.call_tool', { concurrency, ...summary });
  }
  await client.call('deleteMcpServer', { token: suite.apiKey, params: { id } });
}

function check(answer: string): void {
  if (!answer.includes('hello') || answer.includes('"isError":true')) throw new Error(answer);
}
