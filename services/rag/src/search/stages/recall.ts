import { recallCandidates } from '../recall-candidates.ts';
import type { SearchStage } from '../search-state.ts';

/** Both recalls with the scope's filter. */
export const recallStage: SearchStage = {
  name: 'recall',
  timesItself: true,
  async run(state, { dependencies, principal, request, options, signal, clock }) {
    const { settings, searchIndex } = dependencies;
    const source = await searchIndex.current();
    const { warnings, ...recall } = await recallCandidates(
      dependencies,
      source,
      {
        organisationId: principal.organisationId,
        query: request.query,
        mode: request.mode,
        limit: Math.max(options.recallSize ?? settings.recallSize, request.limit),
        filter: state.scope.filter,
        // Half of the time is left for the search by keyword.
        embedTimeoutMs: request.mode === 'hybrid' ? settings.timeoutMs / 2 : settings.timeoutMs,
        signal,
      },
      clock,
    );
    return {
      ...state,
      ...recall,
      generation: source.generation,
      warnings: [...state.warnings, ...warnings],
    };
  },
};
