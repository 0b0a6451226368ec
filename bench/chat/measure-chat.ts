import { readSet } from '../data/real-texts.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';

const defaultConcurrency = 4;
const defaultCount = 200;
const loadMaxMs = 600_000;

/** Turns of new conversations over the Cranfield corpus, each with its retrieval. */
export async function measureChat(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { documents, queries } = await readSet(options.data, 'cranfield');
  const loaded = await loadCollection(suite, 'Bench chat', {
    documents: documents.map(({ id, title, text }) => ({ external_id: id, title, text })),
    maxMs: loadMaxMs,
  });
  const loop = {
    concurrency: options.concurrency ?? defaultConcurrency,
    count: options.count ?? defaultCount,
    maxMs: options.seconds * 1000,
  };
  using caller = new JsonCaller(suite.url, suite.apiKey, loop.concurrency);
  const summary = await measureLoop(
    async (number) => {
      const message = queries[number % queries.length]?.text;
      await caller.post({ path: '/api/chat/mcp', body: { message } });
    },
    loop,
    () => suite.processes(),
  );
  report('chat', { documents: loaded.documents, concurrency: loop.concurrency, ...summary });
}
