import type { Analyzer } from '../analysis/analyzer.ts';
import { detectComparedLanguage } from '../analysis/detect-language.ts';

/** An analyser of texts in one language, so that their terms can be compared. */
export type Comparer = Pick<Analyzer, 'analyzeDocument' | 'analyzeQuery'>;

/** Creates a comparer of a question with texts. A sentence alone tells too little of its language. */
export function createComparer(
  analyzer: Comparer,
  question: string,
  texts: readonly string[],
): Comparer {
  const language = detectComparedLanguage(question, texts);
  return {
    analyzeDocument: (text) => analyzer.analyzeDocument(text, language),
    analyzeQuery: (text) => analyzer.analyzeQuery(text, language),
  };
}

export function readTerms(analyzer: Comparer, question: string): ReadonlyMap<string, number> {
  return new Map(analyzer.analyzeQuery(question).map(({ term, weight }) => [term, weight]));
}

/** Weighs terms by rarity in the texts. A term that no text contains has the highest weight. */
export function weighByRarity(
  terms: ReadonlyMap<string, number>,
  texts: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  return new Map(
    [...terms].map(([term, weight]) => {
      const holding = texts.filter((text) => text.has(term)).length;
      return [term, weight * Math.log(1 + (texts.length + 1) / (holding + 1))];
    }),
  );
}

/** Returns the share of the weight of terms that pass the test, 0 to 1. */
export function shareHeld(
  weights: ReadonlyMap<string, number>,
  holds: (term: string) => boolean,
): number {
  let total = 0;
  let held = 0;
  for (const [term, weight] of weights) {
    total += weight;
    if (holds(term)) held += weight;
  }
  return total > 0 ? held / total : 0;
}

/** A question in quotation marks. */
const quotedQuestion = /["“«「『'‘][^"“”‘«»「」『』\n]{4,200}?[?？]["”»」』'’]/gu;

/** Removes quoted questions, since their words do not answer the same question. */
export function withoutQuotedQuestions(text: string): string {
  return text.replaceAll(quotedQuestion, ' ');
}
