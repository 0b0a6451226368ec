import type { WeightedTerm } from '../../analysis/analyzer.ts';

/** Maximum scale. Finer weights are rounded. */
const maxSteps = 8;
const maxRepetitions = 64;

export interface KeywordQuery {
  readonly text: string;
  /** Factor of the weights; scores are too high by the same factor. */
  readonly scale: number;
}

/**
 * Creates a query whose terms are repeated by weight, since Weaviate has no weights for terms. The
 * weights are scaled to whole numbers: 1 and 0.5 become 2 and 1.
 */
export function createKeywordQuery(terms: readonly WeightedTerm[]): KeywordQuery {
  const scale = chooseScale(terms.map(({ weight }) => weight));
  const repeated = terms.flatMap(({ term, weight }) => {
    const count = Math.min(maxRepetitions, Math.max(1, Math.round(weight * scale)));
    return Array<string>(count).fill(term);
  });
  return { text: repeated.join(' '), scale };
}

/** Returns the smallest factor that makes all weights whole. */
function chooseScale(weights: readonly number[]): number {
  for (let scale = 1; scale < maxSteps; scale += 1) {
    if (weights.every((weight) => Number.isInteger(weight * scale))) return scale;
  }
  return maxSteps;
}
