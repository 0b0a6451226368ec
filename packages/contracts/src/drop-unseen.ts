/** Signs that are not drawn and turn others or nothing; a region's flag is written with such, and kept. */
const undrawn =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?![\u180e\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Of scripts whose letters are neither joined nor parted by a sign. */
const apart = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Han', 'Hiragana', 'Katakana'],
  ...['Hangul', 'Bopomofo', 'Common', 'Inherited'],
].map((script) => `\\p{sc=${script}}`);
const letter = `(?![${apart.join('')}])[\\p{L}\\p{M}]\\p{M}*`;
const picture = '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier})\\p{M}*';

/** What joins, parts or varies signs, where nothing stands beside it to which it does that. */
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
 * A text without signs that nobody sees: they only hide in it, or turn the direction of others.
 * Joiners and selectors stay where scripts and emoji need them.
 */
export function dropUnseen(text: string): string {
  return text.replaceAll(undrawn, '$1').replaceAll(idle, '');
}
