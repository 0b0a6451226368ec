/**
 * Characters that a person does not see but a model reads: controls, zero-width and bidirectional
 * marks, tag characters, variation selectors of the supplement.
 */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Removes invisible characters from an untrusted text and cuts it. */
export function cleanText(text: string, maxCharacters: number): string {
  const seen = text
    .slice(0, maxCharacters * 4)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unseen, (character) => (character === '\n' || character === '\t' ? character : ''))
    .toWellFormed()
    .trim();
  return seen.length <= maxCharacters ? seen : `${[...seen.slice(0, maxCharacters - 1)].join('')}…`;
}
