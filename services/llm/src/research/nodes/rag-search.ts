import type { ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';
import { toolMapping } from '../tool-mapping.ts';
import { runLookup } from './lookup.ts';
import type { NodeRuntime } from './node-runtime.ts';

const maxPassages = 8;

/** Searches the own documents with the caller's rights. */
export function ragSearch(
  state: ResearchStateValue,
  runtime: NodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('rag_search', state, runtime, async ({ call }) => {
    const filter = state.config.collection_filter;
    const found = await call(toolMapping.rag_search.search, {
      query: state.query,
      limit: maxPassages,
      ...(filter && { collection_filter: filter }),
    });
    return { update: { rag_results: found.results, warnings: found.warnings ?? [] } };
  });
}
