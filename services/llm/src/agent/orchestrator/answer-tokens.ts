const share = 0.25;
const longest = 2_000;

/** Tokens of the context that are kept for an answer. */
export function answerTokensOf(contextTokens: number, asked: number | null = null): number {
  const most = Math.min(longest, Math.floor(contextTokens * share));
  return Math.min(most, asked ?? most);
}
