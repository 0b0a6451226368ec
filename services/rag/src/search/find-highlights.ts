import type { Analyzer, WeightedTerm } from '@lectern/retrieval';
import { indexCodePoints } from '../parsing/code-points.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words of the text that the query asks for, as code point ranges; neighbours are joined. */
export function findHighlights(
  text: string,
  terms: readonly WeightedTerm[],
  analyzer: Analyzer,
): { start: number; end: number }[] {
  const wanted = new Set(terms.map(({ term }) => term));
  const points = indexCodePoints(text);
  const ranges: { start: number; end: number }[] = [];
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (!isWordLike || !analyzer.analyzeDocument(segment).some((term) => wanted.has(term)))
      continue;
    const start = points.fromUnits(index);
    const end = points.fromUnits(index + segment.length);
    const last = ranges.at(-1);
    if (last && last.end === start) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
