const decimalComma = /(?<![\p{N},.])(\p{N}+),(\p{N}{1,2})(?![\p{N},])/gu;

/** A text with decimal points: Russian writes `3,47` for 3.47, and `9,773` is a thing of English. */
export function withPoints(text: string): string {
  return /\p{Script=Cyrillic}/u.test(text) ? text.replaceAll(decimalComma, '$1.$2') : text;
}
