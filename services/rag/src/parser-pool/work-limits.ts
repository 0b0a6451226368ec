import type { ParseLimits } from '../parsing/parse-limits.ts';

/** Time spent on a file: of the processor, and by the clock. */
export interface Work {
  readonly workedMs: number;
  readonly passedMs: number;
}

/**
 * Time limits of one file; as in `ParseLimits`, except that the processor time depends on the size.
 */
export interface WorkLimits extends Pick<ParseLimits, 'timeMs' | 'clockMs'> {
  /**
   * Maximum processor time of a readable file of this size. Past it, `timeMs` limits the wall-clock
   * time too, however busy the machine is.
   */
  readonly usualMs: number;
}

/** Twice what the slowest of many readable files took, small ones and large ones (decision 0005). */
const usualMsOfAny = 3_000;
const usualMsOfMegabyte = 10_000;
/** A file of an unusual kind has this much more before it is given up on an idle machine. */
const unusualShare = 5;
const megabyte = 1024 * 1024;

/** A small file that takes long is not readable: it ends long before a large one would have to. */
export function toWorkLimits(
  bytes: number,
  { timeMs, clockMs }: Pick<ParseLimits, 'timeMs' | 'clockMs'>,
): WorkLimits {
  const usualMs = usualMsOfAny + (bytes / megabyte) * usualMsOfMegabyte;
  return { timeMs: Math.min(timeMs, usualMs * unusualShare), clockMs, usualMs };
}

/** Returns the exceeded limit in milliseconds, or undefined. */
export function findExceeded(
  { workedMs, passedMs }: Work,
  { timeMs, clockMs, usualMs }: WorkLimits,
): number | undefined {
  if (passedMs > clockMs) return clockMs;
  const isLate = workedMs > timeMs || (passedMs > timeMs && workedMs > usualMs);
  return isLate ? timeMs : undefined;
}
