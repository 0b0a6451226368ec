/** Bounds on the work that one file may cause. */
export interface ParseLimits {
  /** Processor time of one parse, in milliseconds. */
  readonly timeMs: number;
  /** Time of one parse by the clock, in milliseconds. */
  readonly clockMs: number;
  /** Resident memory of the process that parses, in MiB. */
  readonly memoryMb: number;
  /** UTF-16 units of text that a document may have. */
  readonly maxTextChars: number;
  /** Bytes that the members of a zip container may inflate to, together. */
  readonly maxUncompressedBytes: number;
  readonly maxPages: number;
}

export const defaultParseLimits: ParseLimits = {
  timeMs: 60_000,
  clockMs: 600_000,
  memoryMb: 1024,
  maxTextChars: 20_000_000,
  maxUncompressedBytes: 512 * 1024 * 1024,
  maxPages: 20_000,
};
