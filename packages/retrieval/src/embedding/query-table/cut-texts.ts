/** Pieces of a text that are as long as what people ask, and as long as passages. */
export interface CutTexts {
  readonly queries: readonly string[];
  readonly passages: readonly string[];
}

const maxQueryWords = 24;
const minQueryWords = 2;
const minPassageWords = 40;

/**
 * Cuts plain text at blank lines into paragraphs and these into sentences, long ones again. No piece
 * comes twice.
 */
export function cutTexts(text: string): CutTexts {
  const queries = new Set<string>();
  const passages = new Set<string>();
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (wordsOf(paragraph).length >= minPassageWords) passages.add(paragraph.trim());
    for (const sentence of paragraph.split(/(?<=[.!?;:。！？])\s+/)) {
      const words = wordsOf(sentence);
      for (let from = 0; from < words.length; from += maxQueryWords) {
        const piece = words.slice(from, from + maxQueryWords);
        if (piece.length >= minQueryWords) queries.add(piece.join(' '));
      }
    }
  }
  return { queries: [...queries], passages: [...passages] };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
