import { type DrawnPlace, findOnPage } from './find-on-page.ts';
import { findWords } from './find-words.ts';
import type { PageQuote } from './quote-on-page.ts';

/**
 * Returns the occurrence of a quote on the rendered page. Of several, the one with the same rank as
 * in the parsed text is used if both have equally many; else none.
 */
export function pickOccurrence(
  drawnText: string,
  parsedText: string,
  { text, index }: PageQuote,
): DrawnPlace | undefined {
  const drawn = findOnPage(drawnText, text);
  if (drawn.length <= 1) return drawn[0];
  const parsed = findWords(parsedText, text);
  if (parsed.length !== drawn.length) return undefined;
  const lead = text.length - text.trimStart().length;
  return drawn[parsed.findIndex(({ start }) => start === index + lead)];
}
