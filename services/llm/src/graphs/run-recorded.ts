import { RunnableLambda } from '@langchain/core/runnables';
import type { RunIdentity, RunName, RunTracing } from '../tracing/langsmith-run-tracing.ts';

export interface RecordedRun {
  readonly name: RunName;
  readonly identity: RunIdentity;
  readonly input: object;
  /** Passages that are recorded with the output. */
  readonly passages?: readonly object[];
}

/** Runs work outside a graph and records it like a graph's run. */
export async function runRecorded<Output extends object>(
  tracing: RunTracing | undefined,
  { name, identity, input, passages }: RecordedRun,
  work: () => Promise<Output>,
): Promise<Output> {
  if (!tracing) return work();
  const run = new RunnableLambda<object, { output: Output; passages?: readonly object[] }>({
    func: async () => ({ output: await work(), ...(passages && { passages }) }),
  });
  return (await run.invoke(input, tracing.describeRun(name, identity))).output;
}
