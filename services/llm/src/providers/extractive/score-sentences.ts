import type { ModelSource } from '@lectern/grounding';
import { type Sentence, splitSentences } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { holdsAnswerKind, type Question } from './question.ts';

export interface ScoredSentence extends Sentence {
  /** Counted from 0. */
  readonly source: number;
  /** Place among the sentences of its source. */
  readonly position: number;
  readonly terms: ReadonlySet<string>;
  /** Question terms that the sentence itself holds. */
  readonly matched: ReadonlySet<string>;
  /** Weighted share of the question's terms found in the sentence and, for less, around it. */
  readonly coverage: number;
  /** Coverage, raised or lowered by what makes a good answer. */
  readonly score: number;
}

/** What a term counts that stands not in the sentence but near it. */
const neighbourShare = 0.5;
const titleShare = 0.6;
const sourceShare = 0.3;

/** A source further down the ranking is trusted less. */
const rankDiscount = 0.04;
const fewestTerms = 4;
const longestSentence = 700;

/** Scores every sentence of the sources as an answer to a question. */
export function scoreSentences(
  analyzer: Analyzer,
  question: Question,
  sources: readonly ModelSource[],
): ScoredSentence[] {
  const wanted = new Set(question.terms.map(({ term }) => term));
  const pieces = sources.flatMap((source, index) => readSource(analyzer, source, index, wanted));
  const weights = weighTerms(question, pieces);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;

  return pieces.map((piece) => {
    let covered = 0;
    for (const [term, weight] of weights) covered += weight * shareOf(term, piece);
    const coverage = covered / total;
    return { ...piece, coverage, score: coverage * fitness(piece, question) };
  });
}

interface Piece extends Omit<ScoredSentence, 'coverage' | 'score'> {
  readonly before: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
}

function readSource(
  analyzer: Analyzer,
  source: ModelSource,
  index: number,
  wanted: ReadonlySet<string>,
): Piece[] {
  const title = new Set(analyzer.analyzeDocument(source.title));
  const sentences = splitSentences(source.text).map((sentence) => ({
    ...sentence,
    terms: new Set(analyzer.analyzeDocument(sentence.text)),
  }));
  const whole = new Set(sentences.flatMap(({ terms }) => [...terms].filter((t) => wanted.has(t))));
  return sentences.map((sentence, position) => {
    const previous = sentences[position - 1];
    return {
      ...sentence,
      source: index,
      position,
      matched: new Set([...sentence.terms].filter((term) => wanted.has(term))),
      before: previous ? previous.terms : new Set(),
      title,
      whole,
    };
  });
}

/** Rare terms tell more. Terms that no source holds count like a rare one, so that they are missed. */
function weighTerms(question: Question, pieces: readonly Piece[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { term, weight } of question.terms) {
    const count = pieces.filter((piece) => piece.terms.has(term)).length;
    weights.set(term, weight * Math.log(1 + (pieces.length + 1) / (count + 1)));
  }
  return weights;
}

function shareOf(term: string, piece: Piece): number {
  if (piece.matched.has(term)) return 1;
  if (piece.title.has(term)) return titleShare;
  if (piece.before.has(term)) return neighbourShare;
  return piece.whole.has(term) ? sourceShare : 0;
}

function fitness(piece: Piece, question: Question): number {
  let fit = 1 - rankDiscount * Math.min(piece.source, 10);
  if (piece.terms.size < fewestTerms) fit *= 0.5;
  if (piece.text.length > longestSentence) fit *= 0.8;
  if (/[?？]["'»”)]*$/.test(piece.text)) fit *= 0.4;
  if (/^#{1,6}\s/.test(piece.text) || !/[.!。！…;；:：)”"»|]$/.test(piece.text)) fit *= 0.75;
  if (question.kind && holdsAnswerKind(question.kind, piece.text)) fit *= 1.25;
  const isNew = piece.terms.size - piece.matched.size;
  return isNew < 2 ? fit * 0.5 : fit;
}
