import type { Highlight } from '@lectern/contracts';
import { type Analyzer, foldHan, type WeightedTerm } from '@lectern/retrieval';
import { type Sentence, splitSentences } from '@lectern/retrieval/text';
import { indexCodePoints } from '../parsing/code-points.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Scripts whose terms are pairs of characters; those of Thai and its neighbours are words. */
const paired = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const maxSentences = 3;
/** Minimum share of the best sentence's terms for a sentence beside it. */
const minShare = 0.7;

/**
 * Returns the sentences of a text with most of the query's terms, in reading order, each with the
 * matching words; neighbouring words are joined. Offsets are code points.
 */
export function findHighlights(
  text: string,
  terms: readonly WeightedTerm[],
  analyzer: Analyzer,
): Highlight[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const marked = splitSentences(text)
    .map((sentence) => markWords(sentence, weights, analyzer))
    .filter(({ weight }) => weight > 0);
  const best = Math.max(0, ...marked.map(({ weight }) => weight));
  const points = indexCodePoints(text);
  return marked
    .filter(({ weight }) => weight >= best * minShare)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxSentences)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, words }) => ({
      start: points.fromUnits(start),
      end: points.fromUnits(end),
      words: words.map((word) => ({
        start: points.fromUnits(word.start),
        end: points.fromUnits(word.end),
      })),
    }));
}

interface MarkedSentence extends Highlight {
  /** The query's terms in the sentence, each once. */
  readonly weight: number;
}

/** Offsets are code units. */
function markWords(
  { text, start, end }: Sentence,
  weights: ReadonlyMap<string, number>,
  analyzer: Analyzer,
): MarkedSentence {
  const found = [...findWords(text, weights, analyzer), ...findPairs(text, weights)];
  const held = new Set(found.flatMap(({ terms }) => terms));
  const weight = [...held].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return { start, end, words: joinRanges(found, start), weight };
}

interface FoundTerms {
  readonly from: number;
  readonly until: number;
  readonly terms: readonly string[];
}

function* findWords(
  text: string,
  weights: ReadonlyMap<string, number>,
  analyzer: Analyzer,
): Generator<FoundTerms> {
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    const terms = analyzer.analyzeDocument(segment).filter((term) => weights.has(term));
    if (terms.length > 0) yield { from: index, until: index + segment.length, terms };
  }
}

/** A pair of characters may span two words, which the segmenter separates. */
function* findPairs(text: string, weights: ReadonlyMap<string, number>): Generator<FoundTerms> {
  const pairs = [...weights.keys()].filter((term) => paired.test(term));
  const folded = pairs.length > 0 ? Array.from(text, foldHan).join('') : '';
  for (const term of pairs) {
    for (let from = folded.indexOf(term); from >= 0; from = folded.indexOf(term, from + 1)) {
      yield { from, until: from + term.length, terms: [term] };
    }
  }
}

/** Sorts ranges in reading order; overlapping and adjacent ones become one. */
function joinRanges(found: readonly FoundTerms[], offset: number): Highlight['words'] {
  const ranges: { start: number; end: number }[] = [];
  for (const { from, until } of found.toSorted((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last && last.end >= offset + from) last.end = Math.max(last.end, offset + until);
    else ranges.push({ start: offset + from, end: offset + until });
  }
  return ranges;
}
