import { getPriority, setPriority } from 'node:os';

/** Below that of the services, which people wait for: 5 leaves a third of a contended core. */
const niceness = 5;

/**
 * Lowers the priority of this process; threads and parsers that are started later inherit it. A
 * lower priority from the start is kept: only root may raise it.
 */
export function lowerPriority(): void {
  if (getPriority() < niceness) setPriority(niceness);
}
