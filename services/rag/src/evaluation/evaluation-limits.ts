export const evaluationLimits = {
  questionsPerSet: 500,
  /** Older runs are removed. */
  runsPerSet: 50,
  /** Passages that are embedded for the trial of a model; their vectors are in memory. */
  trialPassages: 20_000,
  /** Results that are checked for right answers. */
  depth: 100,
  runTimeoutMs: 20 * 60_000,
  /** A run without a report for this time has lost its process. */
  silentAfterSeconds: 60,
} as const;
