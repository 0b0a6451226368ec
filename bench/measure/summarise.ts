import type { LoopOutcome } from './closed-loop.ts';
import type { ProcessUsage } from './process-usage.ts';

/** The figures of one loop, as they are printed. */
export interface LoopSummary {
  readonly operations: number;
  readonly errors: number;
  readonly first_error?: string;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly per_second: number;
  /** CPU of the measured processes, without the load generator. */
  readonly cpu_ms_per_operation: number | null;
  readonly cpu_ms_by_process?: Readonly<Record<string, number>>;
  readonly rss_mb: number | null;
  /** Shared pages counted once. */
  readonly pss_mb: number | null;
}

export function summariseLoop(
  { latenciesMs, errors, firstError, elapsedMs }: LoopOutcome,
  before: ProcessUsage | undefined,
  after: ProcessUsage | undefined,
): LoopSummary {
  const operations = latenciesMs.length;
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const cpu = before && after && operations > 0 ? spreadCpu(before, after, operations) : undefined;
  return {
    operations,
    errors,
    ...(firstError && { first_error: firstError }),
    p50_ms: round(quantile(sorted, 0.5)),
    p95_ms: round(quantile(sorted, 0.95)),
    p99_ms: round(quantile(sorted, 0.99)),
    per_second: round(operations / (elapsedMs / 1000)),
    cpu_ms_per_operation: cpu?.total ?? null,
    ...(cpu && { cpu_ms_by_process: cpu.byProcess }),
    rss_mb: after?.rssMb ?? null,
    pss_mb: after?.pssMb ?? null,
  };
}

/** CPU milliseconds an operation, in all and by process. */
export function spreadCpu(before: ProcessUsage, after: ProcessUsage, operations: number) {
  const byProcess = Object.entries(after.cpuMsByName).map(([name, cpuMs]) => [
    name,
    round((cpuMs - (before.cpuMsByName[name] ?? 0)) / operations),
  ]);
  return {
    total: round((after.cpuMs - before.cpuMs) / operations),
    byProcess: Object.fromEntries(byProcess) as Record<string, number>,
  };
}

/** The value below which a share of the sorted values lies, by nearest rank. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
