/** Characters that are not drawn and change others or nothing; those of flag emoji are kept. */
const undrawn =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?![\u180e\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Scripts whose letters are neither joined nor separated by a character. */
const apart = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Han', 'Hiragana', 'Katakana'],
  ...['Hangul', 'Bopomofo', 'Common', 'Inherited'],
].map((script) => `\\p{sc=${script}}`);
const letter = `(?![${apart.join('')}])[\\p{L}\\p{M}]\\p{M}*`;
const picture = '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier})\\p{M}*';

/** Joiners, separators and selectors without a neighbour to which they apply. */
const idle = new RegExp(
  [
    `(?<!${letter})(?!(?<=${picture})\\u200d\\p{Extended_Pictographic})\\p{Join_Control}`,
    `\\u200c(?!${letter})`,
    '(?<!\\p{sc=Mongolian})\\u180e',
    '(?<=^|[\\p{Z}\\p{Cc}\\p{sc=Inherited}\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}])\\p{Variation_Selector}',
  ].join('|'),
  'gu',
);

/**
 * Removes invisible characters, which hide text or change its direction. Joiners and selectors
 * remain where scripts and emoji need them.
 */
export function dropUnseen(text: string): string {
  return text.replaceAll(undrawn, '$1').replaceAll(idle, '');
}

const unclean = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const control = /(?![\t\n\r])\p{Cc}/gu;

/** Removes invisible and control characters except tab and line ends, and mends lone surrogates. */
export function cleanText(text: string): string {
  return unclean.test(text) ? dropUnseen(text.replaceAll(control, '')).toWellFormed() : text;
}
