import type { ParseLimits } from '../parsing/parse-limits.ts';

/** How long a file has been read: by the processor, and by the clock. */
export interface Work {
  readonly workedMs: number;
  readonly passedMs: number;
}

/** Bounds on the time of one file; as in `ParseLimits`, but that the processor's follows the size. */
export interface WorkLimits extends Pick<ParseLimits, 'timeMs' | 'clockMs'> {
  /**
   * Processor time that a readable file of this size does not exceed. One that has taken more is not
   * waited for beyond `timeMs` by the clock either, however busy the machine is.
   */
  readonly usualMs: number;
}

/** Twice what the slowest of many readable files took, small ones and large ones (decision 0005). */
const usualMsOfAny = 3_000;
const usualMsOfMegabyte = 10_000;
/** A file of an unusual kind has this much more before it is given up on an idle machine. */
const unusualShare = 5;
const megabyte = 1024 * 1024;

/** A small file that takes long is no readable one: it ends long before a large one would have to. */
export function toWorkLimits(
  bytes: number,
  { timeMs, clockMs }: Pick<ParseLimits, 'timeMs' | 'clockMs'>,
): WorkLimits {
  const usualMs = usualMsOfAny + (bytes / megabyte) * usualMsOfMegabyte;
  return { timeMs: Math.min(timeMs, usualMs * unusualShare), clockMs, usualMs };
}

/** The limit in milliseconds that the work is over, or undefined. */
export function findExceeded(
  { workedMs, passedMs }: Work,
  { timeMs, clockMs, usualMs }: WorkLimits,
): number | undefined {
  if (passedMs > clockMs) return clockMs;
  const isLate = workedMs > timeMs || (passedMs > timeMs && workedMs > usualMs);
  return isLate ? timeMs : undefined;
}
