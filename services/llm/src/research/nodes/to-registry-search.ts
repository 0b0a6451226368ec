import {
  maxRegistryWordsLength,
  namesSomething,
  type ResearchFilters,
  type ResearchFrame,
} from '@lectern/contracts';

/**
 * Returns the search of the registry, or undefined where a question names nothing to search for. Beside
 * studies or publications that it names, a sponsor or a filter alone asks about these.
 */
export function toRegistrySearch(
  frame: ResearchFrame,
): Readonly<Record<string, unknown>> | undefined {
  const { entities, filters } = frame;
  const { conditions, interventions, sponsors, terms, nct_ids, pmids } = entities;
  const hasTopic = conditions.length + interventions.length + terms.length > 0;
  // The filters alone would find trials of any topic in place of the one that could not be searched.
  const isTopicLost = frame.unused.length > 0 && sponsors.length === 0;
  const hasNamed = nct_ids.length + pmids.length > 0;
  if (!hasTopic && (hasNamed || isTopicLost)) return undefined;
  const [condition, intervention, sponsor, term] = [conditions, interventions, sponsors, terms].map(
    toRegistryWords,
  );
  const search = {
    ...(condition && { condition }),
    ...(intervention && { intervention }),
    ...(sponsor && { sponsor }),
    ...(term && { term }),
    ...(filters.phases.length > 0 && { phases: filters.phases }),
    ...(filters.statuses.length > 0 && { statuses: filters.statuses }),
    ...toDates(filters),
    ...(filters.has_results !== null && { has_results: filters.has_results }),
    ...toSizes(filters),
  };
  return Object.keys(search).length > 0 ? search : undefined;
}

/** The sizes of the studies, which a frame of an older checkpoint does not know; from 0 on is any. */
function toSizes({ min_enrollment: min, max_enrollment: max }: Partial<ResearchFilters>) {
  return {
    ...(min && { min_enrollment: min }),
    ...(typeof max === 'number' && { max_enrollment: max }),
  };
}

/** The dates of the studies; nothing where the question means the date of publications. */
function toDates({ date_from, date_to, date_of }: ResearchFilters) {
  if (date_of === 'published' || !(date_from ?? date_to)) return {};
  return {
    ...(date_from && { start_from: date_from }),
    ...(date_to && { start_to: date_to }),
    ...(date_of && { date_of }),
  };
}

const or = ' OR ';

/**
 * Joins names that a study must have all of. A name with alternatives (`a OR b`) is asked for with
 * each of these, since the registry's query is sent without brackets.
 */
export function toRegistryWords(names: readonly string[]): string {
  const words = names.filter(namesSomething);
  const open = words.filter((name) => name.includes(or));
  const others = words.filter((name) => !name.includes(or));
  const [alternatives = ''] = open;
  const spread = alternatives
    .split(or)
    .map((name) => [name, ...others].join(' '))
    .join(or);
  return open.length === 1 && spread.length <= maxRegistryWordsLength ? spread : words.join(' ');
}
