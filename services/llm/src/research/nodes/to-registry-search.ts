import type { ResearchFrame } from '@lectern/contracts';
import { toRegistryWords } from './to-registry-words.ts';

/**
 * What the registry is asked for; undefined where a question names nothing to search for. Beside
 * studies that it names, a sponsor or a filter alone asks about these.
 */
export function toRegistrySearch({
  entities,
  filters,
}: ResearchFrame): Readonly<Record<string, unknown>> | undefined {
  const { conditions, interventions, sponsors, terms, nct_ids } = entities;
  if (nct_ids.length > 0 && conditions.length + interventions.length + terms.length === 0) {
    return undefined;
  }
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
    ...(filters.date_from && { start_from: filters.date_from }),
    ...(filters.date_to && { start_to: filters.date_to }),
    ...(filters.has_results !== null && { has_results: filters.has_results }),
  };
  return Object.keys(search).length > 0 ? search : undefined;
}
