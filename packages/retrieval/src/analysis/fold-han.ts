import pairs from 'opencc-js/dict/TSCharacters';

/** Simplified characters by the traditional ones that they replace, from OpenCC. */
const simplified = new Map(
  pairs
    .split('|')
    .map((pair) => pair.split(' ') as [string, string])
    .filter(([traditional, other]) => traditional.length === other.length),
);

/**
 * Returns the simplified form of a Chinese character, of the same length; any other character
 * unchanged.
 */
export function foldHan(character: string): string {
  return simplified.get(character) ?? character;
}
