import type { MissingPart, ParsedResearchRequest, ResearchResponse } from '@lectern/contracts';
import { languageOf, translateWarning } from '../language/answer-language.ts';
import { listFailures, nothingAsked, type ResearchStateValue } from '../research-state.ts';

/** Converts the state of a run that ended to its response. */
export function toResponse(
  state: ResearchStateValue,
  { query }: Pick<ParsedResearchRequest, 'query'>,
): ResearchResponse {
  if (!state.frame) throw new Error('a run that ended has a frame');
  const id = state.orchestrator_checkpoint_id;
  const missing: MissingPart[] = [...state.missing];
  return {
    query,
    answer: state.answer,
    abstained: state.abstained,
    citations: [...state.citations],
    tables: state.tables,
    orchestrator_checkpoint_id: id,
    checkpoint_id: id,
    partial: missing.some(({ reason }) => reason !== nothingAsked),
    missing,
    frame: state.frame,
    // A checkpoint of an earlier version has none.
    statements: [...(state.statements ?? [])],
    removed: [...state.removed],
    warnings: state.warnings.map((warning) => translateWarning(warning, languageOf(query))),
    trace: {
      tool_calls: state.tool_calls_made.map(({ id: _id, ...call }) => call),
      cache_hits: { ...state.cache_hits },
      latencies: { ...state.latencies },
      errors: Object.fromEntries(
        listFailures(state).map(([node, { code, at = null, tries = 0 }]) => [
          node,
          { code, at, tries },
        ]),
      ),
      node_path: [...state.node_path],
    },
  };
}
