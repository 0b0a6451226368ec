/** Bounds of what is kept and of what a run may take. */
export const evaluationLimits = {
  questionsPerSet: 500,
  /** Older runs make room. */
  runsPerSet: 50,
  /** Results that are looked at for right answers. */
  depth: 100,
  runTimeoutMs: 20 * 60_000,
  /** A run that says nothing for so long has lost its process. */
  silentAfterSeconds: 60,
} as const;
