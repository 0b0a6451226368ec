/** Limits on the work for one file. */
export interface ParseLimits {
  /**
   * Processor time of one parse in milliseconds; a small file has less. Past the usual processor
   * time for a file's size, wall-clock time counts too.
   */
  readonly timeMs: number;
  /** Wall-clock time of one parse in milliseconds. */
  readonly clockMs: number;
  /** Resident memory of the parser process, in MiB. */
  readonly memoryMb: number;
  /** Maximum UTF-16 units of a document's text. */
  readonly maxTextChars: number;
  /** Maximum bytes of all inflated members of a zip container together. */
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
