import type { Analyzer } from '../analysis/analyzer.ts';
import { listNumbers } from './answer-kind.ts';
import {
  type Asked,
  type EvidenceSource,
  type ScoredUnit,
  scoreUnits,
  type UnitsToScore,
} from './score-units.ts';
import { createComparer, readTerms } from './terms.ts';
import { applyWeights, type EvidenceFeature, evidenceWeights, minEvidence } from './weights.ts';

export type EvidenceFeatures = Readonly<Record<EvidenceFeature, number>>;

/**
 * Returns the probability that the sources answer a question, 0 to 1; 0 without sources. It is a
 * logistic model over a few features, which hold on sets that they were not fitted to: the fit of the
 * best sentence, and the question's words and numbers in the sources. Scores of a search are no
 * features, since they depend on the size of the collection. A question within a conversation may
 * begin a new topic, so it counts by the better of its own words and the query.
 */
export function weighEvidence(
  analyzer: Analyzer,
  { question, query }: Asked,
  sources: readonly EvidenceSource[],
): number {
  const weigh = (asked: Asked) => {
    const features = describeEvidence(analyzer, asked, { sources });
    return features ? toChance(applyWeights(evidenceWeights, features)) : 0;
  };
  const alone = weigh({ question, query: question });
  return query === question ? alone : Math.max(alone, weigh({ question, query }));
}

function toChance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Returns whether the evidence is high enough for an answer. */
export function supportsAnswer(evidence: number): boolean {
  return evidence >= minEvidence;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the features of the evidence; undefined for sources without text. */
export function describeEvidence(
  analyzer: Analyzer,
  asked: Asked,
  { sources, model }: UnitsToScore,
): EvidenceFeatures | undefined {
  const units = scoreUnits(analyzer, asked, { sources, model });
  const [first] = units;
  if (!first) return undefined;
  const best = units.reduce((a, b) => (b.score > a.score ? b : a), first);
  const source = Math.max(...units.map(({ features }) => features.source));
  const isUnspaced = unspaced.test(asked.question);
  return {
    // The score compares the sources, so it counts as far as they hold the question's words.
    chance: toChance(best.score) * source,
    source,
    numbers: shareOfNumbers(asked.question, textAround(best, units, sources)),
    absent_names: isUnspaced ? 0 : shareOfAbsentNames(analyzer, asked, { units, sources }),
    unspaced: Number(isUnspaced),
  };
}

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.+#-]*/gu;
const startsSentence = /(?:^|[.!?]\s)[^\p{L}\p{N}]*$/u;
const capital = /\p{Lu}/u;

/**
 * Returns the share of the question's names that no source contains; 0 without names. A name has a
 * capital that begins no sentence.
 */
function shareOfAbsentNames(
  given: Analyzer,
  { question }: Asked,
  { units, sources }: { units: readonly ScoredUnit[]; sources: readonly EvidenceSource[] },
): number {
  const texts = sources.map(({ text }) => text);
  const analyzer = createComparer(given, question, texts);
  // Without stop words, which may have a capital too.
  const terms = readTerms(analyzer, question);
  const names = [...question.matchAll(word)]
    .filter(({ 0: found, index }) =>
      capital.test(startsSentence.test(question.slice(0, index)) ? found.slice(1) : found),
    )
    .map(([found]) => [...readTerms(analyzer, found).keys()])
    .filter((name) => name.length > 0 && name.every((term) => terms.has(term)));
  if (names.length === 0) return 0;
  const titles = [...new Set(units.map(({ source }) => sources[source]?.title ?? ''))];
  const held = new Set([
    ...titles.flatMap((title) => analyzer.analyzeDocument(title)),
    ...units.flatMap((unit) => [...unit.terms]),
  ]);
  return names.filter((name) => !name.every((term) => held.has(term))).length / names.length;
}

function textAround(
  { source, position }: ScoredUnit,
  units: readonly ScoredUnit[],
  sources: readonly EvidenceSource[],
): string {
  const near = units.filter(
    (unit) => unit.source === source && Math.abs(unit.position - position) <= 1,
  );
  return [sources[source]?.title, ...near.map(({ readableText }) => readableText)].join(' ');
}

function shareOfNumbers(question: string, text: string): number {
  const asked = new Set(listNumbers(question));
  if (asked.size === 0) return 1;
  return [...asked].filter((number) => text.includes(number)).length / asked.size;
}
