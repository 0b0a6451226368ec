import { retrieveCandidates } from '../retrieve-candidates.ts';
import type { SearchStage } from '../search-state.ts';

/** Queries both rankings with the scope's filter. */
export const retrieveStage: SearchStage = {
  name: 'retrieve',
  timesItself: true,
  async run(state, run) {
    const { dependencies, principal, request, query, corrections, options, signal, clock } = run;
    const { settings, searchIndex } = dependencies;
    // Wording is checked on texts, so more candidates are needed.
    const isChecked = query.phrases.length + query.excluded.length > 0;
    const candidateCount = isChecked
      ? settings.checkedCandidateCount
      : (options.candidateCount ?? settings.candidateCount);
    const source = await searchIndex.current();
    const { warnings, ...candidates } = await retrieveCandidates(dependencies, source, {
      organisationId: principal.organisationId,
      query: query.text,
      mode: request.mode,
      limit: Math.max(candidateCount, request.limit),
      filter: state.scope.filter,
      // Half of the time is left for keyword search.
      embedTimeoutMs: request.mode === 'hybrid' ? settings.timeoutMs / 2 : settings.timeoutMs,
      isFollowUp: corrections.length > 0,
      signal,
      clock,
    });
    return {
      ...state,
      ...candidates,
      indexVersion: source.indexVersion,
      warnings: [...state.warnings, ...warnings],
    };
  },
};
