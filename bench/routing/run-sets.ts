import { parseArgs } from 'node:util';
import { evaluateRouting } from './sets/evaluate-routing.ts';
import { formatRoutingReport } from './sets/format-routing-report.ts';
import { openChosenEmbedder } from './sets/open-chosen-embedder.ts';
import { RoutingSetError } from './sets/read-json-lines.ts';

const usage = `node bench/routing/run-sets.ts FOLDER… [--curve SIZES] [--json]

Measures how the router finds servers and tools for tasks, without a suite. A folder holds
servers.jsonl and queries.jsonl (or queries.dev.jsonl). --curve asks the same questions among more
and more tools of all folders, for example --curve 100,500,1000,2600.`;

/** Runs the program; returns its exit code. */
async function run(): Promise<number> {
  const { positionals: folders, values } = parseArgs({
    allowPositionals: true,
    options: { curve: { type: 'string' }, json: { type: 'boolean' } },
  });
  const curve = (values.curve?.split(',') ?? []).map(Number).toSorted((a, b) => a - b);
  if (folders.length === 0 || !curve.every((size) => Number.isInteger(size) && size >= 10)) {
    console.error(usage);
    return 2;
  }
  try {
    const embedder = await openChosenEmbedder(process.env);
    const report = await evaluateRouting({ folders, curve, embedder }).finally(() =>
      embedder.close(),
    );
    for (const line of values.json ? [JSON.stringify(report)] : formatRoutingReport(report)) {
      console.log(line);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof RoutingSetError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await run();
