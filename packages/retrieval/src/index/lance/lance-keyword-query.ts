import type { WeightedTerm } from '../../analysis/analyzer.ts';
import { BooleanQuery, type FullTextQuery, MatchQuery, Occur } from './lance-client.ts';

const maxRepetitions = 16;

/**
 * Creates a query for any of the terms, each match multiplied by its weight. A term that occurs n
 * times in one clause counts n times, so whole weights need one clause; others need a clause per
 * weight, at twice the cost.
 */
export function createKeywordQuery(terms: readonly WeightedTerm[], column: string): FullTextQuery {
  if (terms.every(({ weight }) => Number.isInteger(weight) && weight <= maxRepetitions)) {
    const repeated = terms.flatMap(({ term, weight }) => Array<string>(weight).fill(term));
    return new MatchQuery(repeated.join(' '), column);
  }
  const termsByWeight = Map.groupBy(terms, ({ weight }) => weight);
  return new BooleanQuery(
    Array.from(termsByWeight, ([boost, group]) => [
      Occur.Should,
      new MatchQuery(group.map(({ term }) => term).join(' '), column, { boost }),
    ]),
  );
}
