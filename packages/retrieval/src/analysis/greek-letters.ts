const names =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const known: ReadonlySet<string> = new Set(names);
const firstLetter = 'α'.codePointAt(0) ?? 0;
/**
 * A single letter, not before a letter unless between capitals: `κ` of `NF-κB`, but not `μ` of
 * `μm`.
 */
const singleLetter =
  /(?<!\p{sc=Greek}\p{M}*)[Α-ΡΣ-Ωα-ω](?![\p{L}\p{M}])|(?<=\p{Lu}-?)(?<!\p{sc=Greek})[α-ω](?=[A-Z])/gu;
const wordCharacter = /[\p{L}\p{N}]/u;

/** Writes single Greek letters by their names in Unicode: `TNFα` and `TNF-α` as `TNF-alpha`. */
export function nameGreekLetters(text: string): string {
  return text.replace(singleLetter, (letter, at: number) => {
    const name = names[(letter.toLowerCase().codePointAt(0) ?? 0) - firstLetter] ?? letter;
    const before = wordCharacter.test(text.charAt(at - 1)) ? '-' : '';
    const after = wordCharacter.test(text.charAt(at + 1)) ? '-' : '';
    return before + name + after;
  });
}

export function isGreekLetterName(word: string): boolean {
  return known.has(word);
}
