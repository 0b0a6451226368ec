import type { ResearchFrame } from '@lectern/contracts';
import {
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { toolMapping } from '../tool-mapping.ts';
import { listUnread } from './list-unread.ts';
import { runLookup } from './lookup.ts';
import type { NodeRuntime } from './node-runtime.ts';
import { toRegistryWords } from './to-registry-words.ts';

const maxTrials = 20;

/** Finds studies of the registry, or reads those that the question names. */
export function ctgovSearch(
  state: ResearchStateValue,
  runtime: NodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('ctgov_search', state, runtime, async ({ frame, fetchOptions, call }) => {
    const { nct_ids } = frame.entities;
    if (nct_ids.length > 0) {
      const read = await call(toolMapping.ctgov_search.get, { nct_ids, ...fetchOptions });
      return {
        update: {
          ctgov_results: { trials: read.trials, total: null, not_found: read.not_found },
          warnings: read.warnings,
        },
        failure: listUnread({
          ids: nct_ids,
          known: [...read.trials.map(({ nct_id }) => nct_id), ...read.not_found],
          neverFetched: read.not_cached,
        }),
      };
    }
    const search = toSearch(frame);
    if (Object.keys(search).length === 0) {
      return {
        update: {},
        failure: { code: nothingAsked, message: 'The question names nothing to search for.' },
      };
    }
    const found = await call(toolMapping.ctgov_search.search, {
      ...search,
      limit: maxTrials,
      ...fetchOptions,
    });
    const { trials, total, warnings } = found;
    const isNothing = trials.length === 0;
    const doubt = warnings.find(
      ({ code }) => code === 'record_unreadable' || (isNothing && code === 'count_mismatch'),
    );
    return {
      update: {
        ...(!(doubt && isNothing) && { ctgov_results: { trials, total, not_found: [] } }),
        warnings,
      },
      failure: doubt && { code: 'upstream_failed', message: doubt.message },
    };
  });
}

function toSearch({ entities, filters }: ResearchFrame): Readonly<Record<string, unknown>> {
  const [condition, intervention, sponsor, term] = [
    entities.conditions,
    entities.interventions,
    entities.sponsors,
    entities.terms,
  ].map(toRegistryWords);
  return {
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
}
