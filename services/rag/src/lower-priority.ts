import { getPriority, setPriority } from 'node:os';

/** Below that of the services, which people wait for: 5 leaves a third of a contended core. */
const niceness = 5;

/**
 * Gives way to other processes; threads and parsers that are started later inherit it. A process
 * that was started with less priority still keeps that: only root may raise it.
 */
export function lowerPriority(): void {
  if (getPriority() < niceness) setPriority(niceness);
}
