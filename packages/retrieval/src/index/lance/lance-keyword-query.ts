import type { WeightedTerm } from '../../analysis/analyzer.ts';
import { BooleanQuery, type FullTextQuery, MatchQuery, Occur } from './lance-client.ts';

const maxRepetitions = 16;
/** Factors that make the analyser's weights whole. */
const scales = [1, 2, 4];

export interface KeywordQuery {
  readonly query: FullTextQuery;
  /** Factor of the weights; scores are too high by the same factor. */
  readonly scale: number;
}

/**
 * Creates a query for any of the terms, each match multiplied by its weight. A term that occurs n
 * times in one clause counts n times, so weights that can be scaled to whole numbers need one
 * clause; others need a clause per weight, at twice the cost.
 */
export function createKeywordQuery(terms: readonly WeightedTerm[], column: string): KeywordQuery {
  const scale = scales.find((factor) =>
    terms.every(
      ({ weight }) => Number.isInteger(weight * factor) && weight * factor <= maxRepetitions,
    ),
  );
  if (scale !== undefined) {
    const repeated = terms.flatMap(({ term, weight }) => Array<string>(weight * scale).fill(term));
    return { query: new MatchQuery(repeated.join(' '), column), scale };
  }
  const termsByWeight = Map.groupBy(terms, ({ weight }) => weight);
  const query = new BooleanQuery(
    Array.from(termsByWeight, ([boost, group]) => [
      Occur.Should,
      new MatchQuery(group.map(({ term }) => term).join(' '), column, { boost }),
    ]),
  );
  return { query, scale: 1 };
}
