import { readFileSync } from 'node:fs';

const intervalMs = 100;
const pageBytes = 4096;

/** Resident memory of a process in MiB; undefined where the system does not tell. */
export function residentMb(pid: number | undefined): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return (pages * pageBytes) / 1024 / 1024;
  } catch {
    return undefined;
  }
}

/**
 * Calls back once when a process has more resident memory than the limit. Outside Linux the heap
 * limit of the process stands alone.
 * @returns a function that stops watching.
 */
export function watchMemory(
  pid: number | undefined,
  limitMb: number,
  onExceeded: () => void,
): () => void {
  const timer = setInterval(() => {
    if ((residentMb(pid) ?? 0) <= limitMb) return;
    clearInterval(timer);
    onExceeded();
  }, intervalMs);
  return () => clearInterval(timer);
}
