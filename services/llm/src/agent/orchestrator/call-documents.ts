import { formatSources } from '@lectern/answering';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import { callSearch } from '../../knowledge/call-search.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';
import { fitCall, sourcesOf } from './sources.ts';

export interface CallResult {
  /** The result for the model. */
  readonly content: string;
  readonly update: AgentStateUpdate;
}

/** A call that is due, and the state of the turn. */
export interface DueCall {
  readonly state: AgentStateValue;
  readonly call: WantedCall;
}

/** Searches the suite's own documents. The model sees them with the numbers by which it cites them. */
export async function callDocuments(
  { search }: AgentDependencies,
  { state, call }: DueCall,
  { context, signal }: NodeRuntime,
): Promise<CallResult> {
  const { collectionFilter, passages, made_calls } = state;
  const query = String(call.arguments.query ?? '').trim();
  if (query === '') return { content: 'The query must not be blank.', update: {} };
  const asked = { query, collectionFilter: collectionFilter ?? undefined };
  const found = await callSearch(search, asked, { forced: call.forced, context, signal });
  if (!found) {
    const warning = { code: 'retrieval_unavailable', message: 'The search gave no answer.' };
    return {
      content: 'The documents could not be searched.',
      update: { unavailable: made_calls.length === 0 || state.unavailable, warnings: [warning] },
    };
  }
  const { mcp_orchestrator_model: model, contextTokens } = context.models;
  const useful = model.usefulSourceTokens;
  const fresh = fitCall(found.passages, passages, useful ?? contextTokens);
  const freshIds = new Set(fresh.map(({ chunkId }) => chunkId));
  const shown = sourcesOf({ passages: [...passages, ...fresh] }).flatMap((source) => {
    const [first, ...rest] = source.passages.filter(({ chunkId }) => freshIds.has(chunkId));
    return first ? [{ ...source, passages: [first, ...rest] as const }] : [];
  });
  return {
    content: shown.length > 0 ? formatSources(shown) : 'Nothing new was found in the documents.',
    update: {
      unavailable: false,
      passages: fresh,
      evidence: found.evidence,
      warnings: found.warnings,
    },
  };
}
