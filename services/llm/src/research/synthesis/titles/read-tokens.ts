export interface Token {
  /** In lower case. */
  readonly word: string;
  readonly isCapital: boolean;
  /** What stands between it and the word before. */
  readonly gap: string;
  readonly start: number;
  readonly end: number;
}

/** Words and numbers of a text in order. */
export function readTokens(text: string): readonly Token[] {
  let reached = 0;
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const gap = text.slice(reached, index);
    reached = index + word.length;
    return {
      word: word.toLowerCase(),
      isCapital: /^\p{Lu}/u.test(word),
      gap,
      start: index,
      end: reached,
    };
  });
}
