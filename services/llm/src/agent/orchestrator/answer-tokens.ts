const share = 0.25;
const maxTokens = 2_000;

/** Tokens of the context that are kept for an answer. */
export function answerTokensOf(contextTokens: number, asked: number | null = null): number {
  const allowed = Math.min(maxTokens, Math.floor(contextTokens * share));
  return Math.min(allowed, asked ?? allowed);
}
