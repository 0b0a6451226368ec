import type { Publication, ResearchFrame, Trial } from '@lectern/contracts';
import { createAnalyzer } from '@lectern/retrieval/analysis';

/** Share of a question's words that a record must contain if none contains all of them. */
const minShare = 0.5;

const analyzer = createAnalyzer();

/**
 * A frame that asks for any of its terms in place of all of them. Undefined where there is nothing
 * to relax: names of conditions and interventions stay as they are.
 */
export function relaxTerms(frame: ResearchFrame): ResearchFrame | undefined {
  const { terms, conditions, interventions } = frame.entities;
  const words = terms.join(' ').split(/\s+/).filter(Boolean);
  if (words.length < 2 || conditions.length + interventions.length > 0) return undefined;
  return { ...frame, entities: { ...frame.entities, terms: [words.join(' OR ')] } };
}

/** Keeps the trials that contain most words of the question. */
export function filterMatchingTrials(trials: readonly Trial[], frame: ResearchFrame): Trial[] {
  return filterMatching(trials, frame, (trial) => JSON.stringify(trial));
}

/** Keeps the publications that contain most words of the question. */
export function filterMatchingPublications(
  publications: readonly Publication[],
  frame: ResearchFrame,
): Publication[] {
  return filterMatching(publications, frame, ({ references: _, related: __, ...record }) =>
    JSON.stringify(record),
  );
}

function filterMatching<Item>(
  records: readonly Item[],
  { entities }: ResearchFrame,
  textOf: (record: Item) => string,
): Item[] {
  const wanted = analyzer.analyzeQuery(entities.terms.join(' ')).map(({ term }) => term);
  const shares = records.map((record) => {
    const held = new Set(analyzer.analyzeDocument(textOf(record)));
    return wanted.filter((term) => held.has(term)).length / wanted.length;
  });
  return records.filter((_, index) => (shares[index] ?? 0) >= minShare);
}
