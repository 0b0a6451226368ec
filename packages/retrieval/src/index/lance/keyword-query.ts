import type { WeightedTerm } from '../../analysis/analyzer.ts';
import { BooleanQuery, type FullTextQuery, MatchQuery, Occur } from './lancedb.ts';

/** Any of the terms, each match counted by its weight. Terms of one weight share a clause. */
export function createKeywordQuery(terms: readonly WeightedTerm[], column: string): FullTextQuery {
  const termsByWeight = new Map<number, string[]>();
  for (const { term, weight } of terms) {
    const group = termsByWeight.get(weight);
    if (group) group.push(term);
    else termsByWeight.set(weight, [term]);
  }
  const clauses = Array.from(
    termsByWeight,
    ([boost, group]) => new MatchQuery(group.join(' '), column, { boost }),
  );
  const [first] = clauses;
  if (first !== undefined && clauses.length === 1) return first;
  return new BooleanQuery(clauses.map((clause) => [Occur.Should, clause]));
}
