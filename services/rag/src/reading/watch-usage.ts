import { readFileSync } from 'node:fs';
import type { ParseLimits } from '../parsing/parse-limits.ts';

const intervalMs = 100;
const pageBytes = 4096;
/** Linux counts processor time in hundredths of a second for whoever asks. */
const tickMs = 10;
/** What a process of low priority gets beside busy ones: about a tenth of a processor. */
const maxClockShare = 10;

export interface UsageListener {
  readonly onMemory: () => void;
  readonly onTime: () => void;
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
function processorMs(pid: number | undefined): number | undefined {
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
 * Calls back once when a process has taken more than its limits. Time is the processor's, so that a
 * file does not fail because the machine is busy; by the clock it may take `maxClockShare` times as
 * much. Outside Linux the clock alone counts, and the heap limit of the process stands alone.
 * @returns a function that stops watching.
 */
export function watchUsage(
  pid: number | undefined,
  { timeMs, memoryMb }: Pick<ParseLimits, 'timeMs' | 'memoryMb'>,
  { onMemory, onTime }: UsageListener,
): () => void {
  const startedAt = performance.now();
  const before = processorMs(pid);
  const timer = setInterval(() => {
    const clockMs = performance.now() - startedAt;
    const after = processorMs(pid);
    const spentMs =
      before === undefined || after === undefined
        ? clockMs
        : Math.max(after - before, clockMs / maxClockShare);
    const onExceeded =
      (residentMb(pid) ?? 0) > memoryMb ? onMemory : spentMs > timeMs ? onTime : undefined;
    if (!onExceeded) return;
    clearInterval(timer);
    onExceeded();
  }, intervalMs);
  return () => clearInterval(timer);
}
