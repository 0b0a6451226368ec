import { CodePoints } from '../reader/code-points.ts';

export interface HighlightedTextProps {
  readonly text: string;
  /** Code points, end excluded. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Text with the words that match marked. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  const points = new CodePoints(text);
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  let from = 0;
  const pieces = sorted.flatMap(({ start, end }) => {
    if (start < from) return [];
    const plain = points.slice(from, start);
    from = end;
    return [withoutHashes(plain), <mark key={start}>{points.slice(start, end)}</mark>];
  });
  return (
    <>
      {pieces}
      {withoutHashes(points.slice(from, points.length))}
    </>
  );
}

/** Hash marks of Markdown headings say nothing to who reads a result. */
function withoutHashes(text: string): string {
  return text.replaceAll(/(^|\n)#{1,6} /g, '$1');
}
