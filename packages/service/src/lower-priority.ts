import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of every thread of this process to a niceness from 1 to 19; 5 leaves a third
 * of a contended core. Threads and processes that are started later inherit it. A lower priority
 * from the start is kept: only root may raise it.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() >= niceness) return;
  // A thread has a priority of its own on Linux, also those that collect garbage.
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), niceness);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
