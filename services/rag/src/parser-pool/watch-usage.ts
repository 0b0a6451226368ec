import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import { findExceeded, type WorkLimits } from './work-limits.ts';

/**
 * Nice value, well above that of this process at its start: others get most of the processor while
 * they want it.
 */
export const patientPriority = Math.min(19, getPriority() + 10);

const intervalMs = 100;
const pageBytes = 4096;
/** Linux reports processor time in hundredths of a second. */
const tickMs = 10;

export interface UsageListener {
  readonly onMemory: () => void;
  /** Called with the limit, in milliseconds. */
  readonly onTime: (limitMs: number) => void;
  /** Wall-clock time in which the process waited for others, which does not count. */
  readonly waitedMs?: () => number;
}

/** Returns the resident memory of a process in MiB; undefined where it cannot be measured. */
export function residentMb(pid: number | undefined): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return (pages * pageBytes) / 1024 / 1024;
  } catch {
    return undefined;
  }
}

/**
 * Returns the processor time of a process so far in milliseconds; undefined where it cannot be
 * measured.
 */
export function processorMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

/**
 * Calls back once when a process has exceeded its limits. `timeMs` is processor time, so that a
 * readable file does not fail because the machine is busy. Outside Linux it is wall-clock time, and
 * memory is limited only by the process's heap.
 * @returns a function that stops watching and returns the milliseconds that the process has worked:
 *   processor time, or wall-clock time where it cannot be measured; for a process that has ended,
 *   the last known value.
 */
export function watchUsage(
  pid: number | undefined,
  limits: WorkLimits & Pick<ParseLimits, 'memoryMb'>,
  { onMemory, onTime, waitedMs = () => 0 }: UsageListener,
): () => number {
  const startedAt = performance.now();
  const before = processorMs(pid);
  let workedMs = 0;
  const look = () => {
    const after = processorMs(pid);
    if (before === undefined) workedMs = performance.now() - startedAt;
    else if (after !== undefined) workedMs = after - before;
    return workedMs;
  };
  // Without `runPeriodically`: a check is synchronous, cannot fail, and ends the watch itself.
  const timer = setInterval(() => {
    const passedMs = performance.now() - startedAt - waitedMs();
    const limitMs = findExceeded({ workedMs: look(), passedMs }, limits);
    const isLarge = (residentMb(pid) ?? 0) > limits.memoryMb;
    if (!isLarge && limitMs === undefined) return;
    clearInterval(timer);
    if (isLarge) onMemory();
    else if (limitMs !== undefined) onTime(limitMs);
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return look();
  };
}
