import { BaselineProcess } from '../baseline/baseline-process.ts';
import { readSet } from '../data/real-texts.ts';
import type { LoopOptions } from '../measure/closed-loop.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { createToolCall } from './tool-call.ts';

const defaultConcurrency = 10;
const defaultCount = 3_000;
const loadMaxMs = 120_000;
const sampleDocuments = 200;

/** Tool calls through the gateway, then the same on a bare server of the SDK. */
export async function measureMcp(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { documents, queries } = await readSet(options.data, 'cranfield');
  const sample = documents
    .slice(0, sampleDocuments)
    .map(({ id, title, text }) => ({ external_id: id, title, text }));
  await loadCollection(suite, 'Bench mcp', { documents: sample, maxMs: loadMaxMs });
  const loop: LoopOptions = {
    concurrency: options.concurrency ?? defaultConcurrency,
    count: options.count ?? defaultCount,
    maxMs: options.seconds * 1000,
  };
  const queryOf = (number: number) => queries[number % queries.length]?.text ?? '';
  const calls = {
    'mcp.list_collections': () => ({ tool: 'list_collections', arguments: { limit: 1 } }),
    'mcp.search_documents': (number: number) => ({
      tool: 'search_documents',
      arguments: { query: queryOf(number), limit: 1 },
    }),
  };
  using caller = new JsonCaller(suite.url, suite.apiKey, loop.concurrency);
  for (const [measure, callOf] of Object.entries(calls)) {
    const summary = await measureLoop(
      async (number) => {
        const call = callOf(number);
        checkResult(await caller.post(createToolCall(number, call.tool, call.arguments)));
      },
      loop,
      () => suite.processes(),
    );
    report(measure, { concurrency: loop.concurrency, ...summary });
  }
  await measureBareServer(loop);
}

async function measureBareServer(loop: LoopOptions): Promise<void> {
  await using bare = new BaselineProcess<number>('baseline-mcp-server.ts');
  const port = await bare.receive();
  using caller = new JsonCaller(`http://127.0.0.1:${port}`, 'none', loop.concurrency);
  const summary = await measureLoop(
    async (number) => {
      checkResult(await caller.post(createToolCall(number, 'echo', { text: 'hello' })));
    },
    loop,
    () => ({ bare: bare.pid }),
  );
  report('mcp.bare_server', { concurrency: loop.concurrency, ...summary });
}

function checkResult(answer: string): void {
  const { result } = JSON.parse(answer) as { result?: { isError?: boolean } };
  if (!result || result.isError) throw new Error(answer);
}
