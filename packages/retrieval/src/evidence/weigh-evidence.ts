import type { Analyzer } from '../analysis/analyzer.ts';
import { listNumbers } from './answer-kind.ts';
import {
  type Asked,
  type EvidenceSource,
  type ScoredUnit,
  scoreUnits,
  type UnitsToScore,
} from './score-units.ts';
import { readTerms } from './terms.ts';
import { applyWeights, type EvidenceFeature, evidenceWeights, minEvidence } from './weights.ts';
import { withoutOwnDocuments } from './without-own-documents.ts';

export type EvidenceFeatures = Readonly<Record<EvidenceFeature, number>>;

/**
 * How sure it is that the sources answer the question, 0 to 1; 0 without sources. A logistic model
 * over what can be named: how well the best sentence fits and how far it stands out, which of the
 * question's words, names and numbers are there, and the kind of answer. Only the sources count: a
 * collection of three notes is judged as one of a million pages, which no score of a search allows.
 */
export function weighEvidence(
  analyzer: Analyzer,
  asked: Asked,
  sources: readonly EvidenceSource[],
): number {
  const features = describeEvidence(analyzer, asked, { sources });
  return features ? 1 / (1 + Math.exp(-applyWeights(evidenceWeights, features))) : 0;
}

/** The one rule of abstention, decided before a model writes a word. */
export function supportsAnswer(evidence: number): boolean {
  return evidence >= minEvidence;
}

/** Place of the unit against which the best one must stand out. */
const comparedPlace = 3;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Undefined where the sources hold no text. */
export function describeEvidence(
  analyzer: Analyzer,
  given: Asked,
  { sources, model }: UnitsToScore,
): EvidenceFeatures | undefined {
  const asked = {
    question: withoutOwnDocuments(given.question),
    query: withoutOwnDocuments(given.query),
  };
  const units = scoreUnits(analyzer, asked, { sources, model }).toSorted(
    (a, b) => b.score - a.score,
  );
  const [best] = units;
  if (!best) return undefined;
  const compared = units[Math.min(comparedPlace, units.length - 1)] ?? best;
  const terms = readTerms(analyzer, asked.question).size;
  return {
    score: best.score,
    margin: best.score - compared.score,
    unit: Math.max(...units.map(({ features }) => features.unit)),
    context: best.context,
    source: best.features.source,
    best_source: Math.max(...units.map(({ features }) => features.source)),
    kind: best.kindFit ?? 0.5,
    kind_unknown: Number(best.kindFit === undefined),
    numbers_near: shareOfNumbers(asked.question, textAround(best, units, sources)),
    numbers: shareOfNumbers(asked.question, sources[best.source]?.text ?? ''),
    terms,
    unspaced: Number(unspaced.test(asked.question)),
  };
}

function textAround(
  { source, position }: ScoredUnit,
  units: readonly ScoredUnit[],
  sources: readonly EvidenceSource[],
): string {
  const near = units.filter(
    (unit) => unit.source === source && Math.abs(unit.position - position) <= 1,
  );
  return [sources[source]?.title, ...near.map(({ said }) => said)].join(' ');
}

function shareOfNumbers(question: string, text: string): number {
  const asked = new Set(listNumbers(question));
  if (asked.size === 0) return 1;
  return [...asked].filter((number) => text.includes(number)).length / asked.size;
}
