import type { ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';
import { toolMapping } from '../tool-mapping.ts';
import { runLookup } from './lookup.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** Reads the records of the publications that were found. */
export function pubmedGet(
  state: ResearchStateValue,
  runtime: NodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('pubmed_get', state, runtime, async ({ fetchOptions, call }) => {
    const found = state.pubmed_results;
    if (!found) throw new Error('records are read after they were found');
    const read = await call(toolMapping.pubmed_get.get, {
      pmids: found.pmids,
      include_full_text: false,
      ...fetchOptions,
    });
    const missing = read.not_cached;
    return {
      update: {
        pubmed_results: { ...found, publications: read.publications, not_found: read.not_found },
        warnings: read.warnings,
      },
      failure:
        missing.length > 0
          ? { code: 'not_cached', message: `Never fetched: ${missing.join(', ')}.` }
          : undefined,
    };
  });
}
