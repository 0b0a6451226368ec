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

/**
 * Returns the rectangles that cover a quote on a rendered page, or none if its text does not match.
 * A passage is marked by its matching lines.
 */
export function markQuote(
  elements: readonly HTMLElement[],
  container: HTMLElement,
  { parsedText, quote }: { readonly parsedText: string; readonly quote: PageQuote },
): readonly MarkRectangle[] {
  const pieces: Piece[] = [];
  let drawnText = '';
  for (const element of elements) {
    const node = element.firstChild;
    if (!(node instanceof Text)) continue;
    pieces.push({ node, start: drawnText.length });
    drawnText += `${node.data}\n`;
  }
  const whole = pickOccurrence(drawnText, parsedText, quote);
  const found = whole ?? (quote.byLine ? findLines(drawnText, quote.text) : []);
  const origin = container.getBoundingClientRect();
  return found.flatMap((stretch) => coverStretch(pieces, stretch, origin));
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
  pieces: readonly Piece[],
  stretch: Stretch,
  origin: DOMRect,
): readonly MarkRectangle[] {
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
