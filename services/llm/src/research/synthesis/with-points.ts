/** Behind what is numbered stand several numbers and no decimal: `фазы 2,3`. */
const decimalComma =
  /(?<![\p{N},.])(?<!(?<![\p{L}])(?:фаз|групп|центр|этап|стади|когорт|визит)\p{L}*[\s:]+)(\p{N}+),(\p{N}{1,2})(?![\p{N},])/giu;

/** A text with decimal points: Russian writes `3,47` for 3.47, and `9,773` is a thing of English. */
export function withPoints(text: string): string {
  return /\p{Script=Cyrillic}/u.test(text) ? text.replaceAll(decimalComma, '$1.$2') : text;
}
