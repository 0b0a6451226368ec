/** Bounds on the work that one file may cause. */
export interface ParseLimits {
  /**
   * Processor time of one parse, in milliseconds; a small file has less. By the clock too for what
   * takes the processor longer than readable files of its size do.
   */
  readonly timeMs: number;
  /** Time of any parse by the clock, in milliseconds. */
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
  timeMs: 50_000,
  clockMs: 500_000,
  memoryMb: 1024,
  maxTextChars: 20_000_000,
  maxUncompressedBytes: 512 * 1024 * 1024,
  maxPages: 20_000,
};
