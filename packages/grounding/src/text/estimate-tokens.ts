const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const latin = /[ -\u024f]/g;

/**
 * About how many tokens a text takes, for any model: a token for each wide character, for 3.5 Latin
 * characters, and for 2 characters of other scripts. Rather too many than too few.
 */
export function estimateTokens(text: string): number {
  const wideCount = text.match(wide)?.length ?? 0;
  const latinCount = text.match(latin)?.length ?? 0;
  const otherCount = Math.max(0, text.length - wideCount - latinCount);
  return Math.ceil(wideCount + latinCount / 3.5 + otherCount / 2);
}
