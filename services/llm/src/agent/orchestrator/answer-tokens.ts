const share = 0.25;
const longest = 2_000;

/** Tokens of the context that are kept for an answer. */
export function answerTokensOf(contextTokens: number): number {
  return Math.min(longest, Math.floor(contextTokens * share));
}
