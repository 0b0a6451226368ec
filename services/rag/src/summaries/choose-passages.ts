/**
 * Returns passages that fit into the tokens: all of them, or the first and others at even distances.
 */
export function choosePassages<Passage extends { readonly token_count: number }>(
  passages: readonly Passage[],
  maxTokens: number,
): readonly Passage[] {
  const total = passages.reduce((sum, { token_count: tokens }) => sum + tokens, 0);
  const share = Math.min(1, maxTokens / total);
  let seen = 0;
  let kept = 0;
  return passages.filter(({ token_count: tokens }) => {
    const isDue = kept <= seen * share && kept + tokens <= maxTokens;
    seen += tokens;
    if (isDue) kept += tokens;
    return isDue;
  });
}
