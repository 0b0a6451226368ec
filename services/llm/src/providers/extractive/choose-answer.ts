import type { ModelSource } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { holdsAnswerKind, readQuestion } from './question.ts';
import { type ScoredSentence, scoreSentences } from './score-sentences.ts';

/** A sentence of an answer and the number of the source that it stands in. */
export interface AnswerSentence {
  readonly text: string;
  readonly source: number;
}

/**
 * Below this share of the question's terms, found in and around a sentence, nothing is answered.
 * Chosen on XQuAD, with and without the right paragraph among the sources. Scripts without spaces
 * are matched by pairs of characters, of which a rephrased question shares fewer.
 */
const leastCoverage = 0.33;
const leastCoverageUnspaced = 0.24;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A further sentence must be nearly as good as the best one. */
const nextBest = 0.8;
const mostSentences = 3;
const mostCharacters = 900;
/** Share of common terms that makes two sentences say the same. */
const sameShare = 0.6;

/** A sentence that starts like this is not understood without the one before. */
const leansBack =
  /^(?:it|its|this|these|that|those|they|their|he|his|she|her|such|however|also|therefore|thus|both|instead|otherwise|он|она|оно|они|его|её|ее|их|это|этот|эта|эти|такой|такая|такие|однако|также|поэтому|кроме того|при этом|它|他|她|这|那|该|其)(?![\p{L}])|^(?:它|他|她|这|那|该|其)/iu;

/**
 * The one to three sentences that best answer a question, the best first; empty when the sources
 * do not answer it.
 */
export function chooseAnswer(
  analyzer: Analyzer,
  question: string,
  sources: readonly ModelSource[],
): AnswerSentence[] {
  const asked = readQuestion(analyzer, question);
  if (asked.terms.length === 0) return [];
  const sentences = scoreSentences(analyzer, asked, sources);
  const ranked = sentences.toSorted((a, b) => b.score - a.score);
  const best = ranked[0];
  const least = unspaced.test(question) ? leastCoverageUnspaced : leastCoverage;
  if (!best || best.matched.size === 0 || best.coverage < least) return [];

  const chosen: ScoredSentence[] = [];
  let characters = 0;
  for (const sentence of ranked) {
    if (chosen.length === mostSentences || sentence.score < best.score * nextBest) break;
    if (chosen.length > 0 && characters + sentence.text.length > mostCharacters) continue;
    if (chosen.length > 0 && asked.kind && !holdsAnswerKind(asked.kind, sentence.text)) continue;
    if (chosen.some((other) => saysTheSame(other, sentence))) continue;
    chosen.push(sentence);
    characters += sentence.text.length;
  }
  return withLeadingSentence(chosen, sentences).map(({ text, source }) => ({
    text: asProse(text),
    source: sources[source]?.n ?? source + 1,
  }));
}

function saysTheSame(a: ScoredSentence, b: ScoredSentence): boolean {
  const common = [...a.terms].filter((term) => b.terms.has(term)).length;
  return common / Math.max(1, Math.min(a.terms.size, b.terms.size)) > sameShare;
}

/** Puts the sentence before the best one in front of it, where the best leans on it. */
function withLeadingSentence(
  chosen: readonly ScoredSentence[],
  all: readonly ScoredSentence[],
): readonly ScoredSentence[] {
  const [best, ...others] = chosen;
  if (!best || !leansBack.test(best.text)) return chosen;
  const leading = all.find(
    ({ source, position, paragraph }) =>
      source === best.source && position === best.position - 1 && paragraph === best.paragraph,
  );
  if (!leading || leading.text.length + best.text.length > mostCharacters) return chosen;
  return [leading, best, ...others.filter((other) => other !== leading)].slice(0, mostSentences);
}

/** A sentence as it is read aloud: no list mark, no line breaks, no mark-up around it. */
function asProse(text: string): string {
  return text
    .replace(/^(?:[-*•‣▪+>]|#{1,6})\s+/u, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[(\d{1,3})\]/g, '($1)')
    .trim();
}
