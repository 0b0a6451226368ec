import { pieceBreak } from './find-in-text.ts';
import { findOnPage } from './find-on-page.ts';
import type { Stretch } from './find-words.ts';
import { pickOccurrence } from './pick-occurrence.ts';
import type { PageQuote } from './quote-on-page.ts';

/** A rectangle in CSS pixels, relative to the page's corner. */
export interface MarkRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Piece {
  readonly node: Text;
  /** UTF-16 index of the first letter in the rendered text. */
  readonly start: number;
}

/** The text layer of a rendered page. */
export interface DrawnText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly container: HTMLElement;
}

/** Reads the text of a text layer whose elements have been appended. */
export function readDrawnText(elements: readonly HTMLElement[], container: HTMLElement): DrawnText {
  const pieces: Piece[] = [];
  let text = '';
  for (const element of elements) {
    const node = element.firstChild;
    if (!(node instanceof Text)) continue;
    pieces.push({ node, start: text.length });
    const endsLine = element.nextElementSibling instanceof HTMLBRElement;
    text += `${node.data}${endsLine ? '\n' : pieceBreak}`;
  }
  return { text, pieces, container };
}

/**
 * Returns the rectangles that cover a quote on a rendered page, or none if its text does not match.
 * A passage is marked by its matching lines.
 */
export function markQuote(
  drawn: DrawnText,
  parsedText: string,
  quote: PageQuote,
): readonly MarkRectangle[] {
  const whole = pickOccurrence(drawn.text, parsedText, quote);
  const found = whole ?? (quote.byLine ? findLines(drawn.text, quote.text) : []);
  return found.flatMap((stretch) => coverStretch(drawn, stretch));
}

/** Returns the rectangles of every match on a rendered page. */
export function markMatches(
  drawn: DrawnText,
  pattern: RegExp,
): readonly (readonly MarkRectangle[])[] {
  return [...drawn.text.matchAll(pattern)].map(({ index, 0: { length } }) =>
    coverStretch(drawn, { start: index, end: index + length }),
  );
}

const minLineLength = 12;

/** Returns the lines of a passage that occur exactly once on the page. */
function findLines(drawnText: string, passage: string): Stretch[] {
  return passage.split('\n').flatMap((line) => {
    if (line.trim().length < minLineLength) return [];
    const [only, ...others] = findOnPage(drawnText, line);
    return only && others.length === 0 ? only : [];
  });
}

function coverStretch(
  { pieces, container }: DrawnText,
  stretch: Stretch,
): readonly MarkRectangle[] {
  const origin = container.getBoundingClientRect();
  return pieces.flatMap(({ node, start }) => {
    const from = Math.max(0, stretch.start - start);
    const to = Math.min(node.length, stretch.end - start);
    if (to <= from) return [];
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].map((box) => ({
      left: box.left - origin.left,
      top: box.top - origin.top,
      width: box.width,
      height: box.height,
    }));
  });
}
