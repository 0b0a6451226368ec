import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Lowest priority that there is. */
const maxNiceness = 19;

/**
 * Lowers the priority of every thread of this process below that of processes that were started as
 * it was; 5 steps leave it a quarter of a contended core. Threads and processes that are started
 * later inherit it.
 */
export function lowerPriority(steps: number): void {
  const niceness = Math.min(maxNiceness, getPriority() + steps);
  // A thread has a priority of its own on Linux, also those that collect garbage.
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), niceness);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
