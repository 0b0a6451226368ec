import type { Highlight } from '@lectern/contracts';
import type { ReactNode } from 'react';
import { CodePoints, countCodePoints } from '../document-viewer/code-points.ts';
import classes from './search.module.css';

export interface HighlightedTextProps {
  readonly text: string;
  readonly highlights: readonly Highlight[];
}

/** Code points shown before the best sentence of a long passage. */
const shownBefore = 120;

/**
 * Underlines the sentences with most query terms and marks the matching words. The text begins
 * shortly before the best sentence, since the list shows only some lines of it.
 */
export function HighlightedText({ text, highlights }: HighlightedTextProps) {
  const points = new CodePoints(text);
  const start = findStart(points, highlights);
  const within = { start, end: points.length };
  const ranges = highlights.filter((sentence) => sentence.start >= start);
  const shown = wrapRanges(points, { within, ranges }, (sentence) => (
    <span key={sentence.start} className={classes.sentence}>
      {wrapRanges(points, { within: sentence, ranges: sentence.words }, ({ start, end }) => (
        <mark key={start}>{points.slice(start, end)}</mark>
      ))}
    </span>
  ));
  return start > 0 ? ['… ', ...shown] : shown;
}

/** Returns where the shown text begins: at a word, not within another sentence with a match. */
function findStart(points: CodePoints, highlights: readonly Highlight[]): number {
  const best = Math.max(0, ...highlights.map(({ words }) => words.length));
  const start = highlights.find(({ words }) => words.length === best)?.start ?? 0;
  const near = highlights.find((one) => one.start > start - shownBefore)?.start ?? start;
  const from = near - shownBefore;
  if (from <= 0) return 0;
  const before = points.slice(from, near);
  return near - countCodePoints(before.slice(before.search(/\s/) + 1));
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface RangesWithin<Range extends TextRange> {
  readonly within: TextRange;
  /** Sorted and without overlaps. */
  readonly ranges: readonly Range[];
}

/** Renders each range of the text by `wrap`. */
function wrapRanges<Range extends TextRange>(
  points: CodePoints,
  { within, ranges }: RangesWithin<Range>,
  wrap: (range: Range) => ReactNode,
): ReactNode[] {
  let from = within.start;
  const pieces = ranges.flatMap((range) => {
    const plain = points.slice(from, range.start);
    from = range.end;
    return [withoutMarks(plain), wrap(range)];
  });
  return [...pieces, withoutMarks(points.slice(from, within.end))];
}

/** Removes Markdown's marks of headings, tables, bold words, and the addresses of links. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/(^|\n)#{1,6} /g, '$1')
    .replaceAll(/^\|[ :|-]+\|$\n?/gm, '')
    .replaceAll(/^\| | \|$/gm, '')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')
    .replaceAll(/\[([^[\]\n]+)\]\([^()\s]+\)/g, '$1');
}
