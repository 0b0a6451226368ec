import type { LocalSuite } from './bench-suite.ts';

const workerPortOffset = 3;
const sumPattern =
  /^lectern_ingest_stage_duration_seconds_sum\{[^}]*stage="(\w+)"[^}]*\} ([\d.eE+-]+)$/gm;

/** Milliseconds that the worker has spent in each stage of ingestion since it started. */
export async function readIngestStages({ port }: LocalSuite): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port + workerPortOffset}/metrics`);
  return parseStages(await response.text());
}

export function parseStages(metrics: string): Map<string, number> {
  return new Map(
    [...metrics.matchAll(sumPattern)].map(([, stage = '', seconds]) => [
      stage,
      Number(seconds) * 1000,
    ]),
  );
}
