const number = '§\\s?\\d+\\p{L}?|\\d+(?:\\.\\d+)+';
const anyNumber = new RegExp(`(?<![\\p{L}\\p{N}.,])(?:${number})(?![\\p{L}\\p{N}]|[.,:]\\d)`, 'gu');
/** At most one word before the number: `Article 6.2`. */
const ownNumber = new RegExp(
  `^[#>*\\s-]*(?:\\p{L}+\\.?\\s)?(${number})(?![\\p{L}\\p{N}]|[.,:]\\d)`,
  'u',
);

/** Returns the numbers of sections that a question names: `3.1`, `§ 14`. */
export function listSectionNumbers(question: string): ReadonlySet<string> {
  return new Set((question.match(anyNumber) ?? []).map(withoutSpace));
}

/** Returns the number with which a sentence or heading begins; undefined without one. */
export function readOwnNumber(text: string): string | undefined {
  const found = ownNumber.exec(text)?.[1];
  return found === undefined ? undefined : withoutSpace(found);
}

function withoutSpace(found: string): string {
  return found.replace(/\s/, '');
}
