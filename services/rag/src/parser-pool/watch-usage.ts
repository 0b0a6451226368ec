import { readFileSync } from 'node:fs';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import { findExceeded, type WorkLimits } from './work-limits.ts';

/** As `nice` counts: others get most of the processor while they want it. */
export const patientPriority = 10;

const intervalMs = 100;
const pageBytes = 4096;
/** Linux counts processor time in hundredths of a second for whoever asks. */
const tickMs = 10;

export interface UsageListener {
  readonly onMemory: () => void;
  /** Hears the limit, in milliseconds. */
  readonly onTime: (limitMs: number) => void;
}

/** Resident memory of a process in MiB; undefined where the system does not tell. */
export function residentMb(pid: number | undefined): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return (pages * pageBytes) / 1024 / 1024;
  } catch {
    return undefined;
  }
}

/** Processor time of a process so far, in milliseconds; undefined where the system does not tell. */
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
 * Calls back once when a process has taken more than its limits. `timeMs` is the processor's time, so
 * that a readable file does not fail because the machine is busy. Outside Linux it is taken by the
 * clock, and the heap limit of the process stands alone.
 * @returns a function that stops watching, and gives the milliseconds that the process has worked: of
 *   the processor, or by the clock where the system does not tell; of one that is gone, as last seen.
 */
export function watchUsage(
  pid: number | undefined,
  limits: WorkLimits & Pick<ParseLimits, 'memoryMb'>,
  { onMemory, onTime }: UsageListener,
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
  // No `runPeriodically`: a look is done at once, cannot fail, and ends the watch itself.
  const timer = setInterval(() => {
    const passedMs = performance.now() - startedAt;
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
