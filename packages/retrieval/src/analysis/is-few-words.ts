/** Maximum words of such a query. */
const maxWords = 5;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Returns true for a query of few words without a question mark; these mostly stand in the passage
 * as they are.
 */
export function isFewWords(query: string): boolean {
  if (/[?？؟;]\s*$/u.test(query)) return false;
  let words = 0;
  for (const { isWordLike } of segmenter.segment(query)) {
    words += Number(isWordLike);
    if (words > maxWords) return false;
  }
  return true;
}
