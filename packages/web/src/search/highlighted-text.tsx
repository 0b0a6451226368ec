import type { Highlight } from '@lectern/contracts';
import type { ReactNode } from 'react';
import { CodePoints } from '../document-viewer/code-points.ts';
import classes from './search.module.css';

export interface HighlightedTextProps {
  readonly text: string;
  readonly highlights: readonly Highlight[];
}

/** Underlines the sentences with most query terms and marks the matching words. */
export function HighlightedText({ text, highlights }: HighlightedTextProps) {
  const points = new CodePoints(text);
  const whole = { start: 0, end: points.length };
  return wrapRanges(points, { within: whole, ranges: highlights }, (sentence) => (
    <span key={sentence.start} className={classes.sentence}>
      {wrapRanges(points, { within: sentence, ranges: sentence.words }, ({ start, end }) => (
        <mark key={start}>{points.slice(start, end)}</mark>
      ))}
    </span>
  ));
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
    return [withoutHashes(plain), wrap(range)];
  });
  return [...pieces, withoutHashes(points.slice(from, within.end))];
}

/** Removes the hash marks of Markdown headings. */
function withoutHashes(text: string): string {
  return text.replaceAll(/(^|\n)#{1,6} /g, '$1');
}
