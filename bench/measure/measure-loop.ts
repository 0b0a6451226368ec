import { type LoopOptions, runClosedLoop } from './closed-loop.ts';
import { type ProcessIds, readUsage } from './process-usage.ts';
import { type LoopSummary, summariseLoop } from './summarise.ts';

/** Warms up with a tenth of the work, then measures it, with the CPU of the given processes. */
export async function measureLoop(
  operate: (index: number) => Promise<void>,
  options: LoopOptions,
  processes: () => ProcessIds,
): Promise<LoopSummary> {
  const warmUp = { ...options, count: Math.ceil(options.count / 10), maxMs: options.maxMs / 4 };
  await runClosedLoop(operate, warmUp);
  const before = readUsage(processes());
  const outcome = await runClosedLoop(operate, options);
  return summariseLoop(outcome, before, readUsage(processes()));
}
