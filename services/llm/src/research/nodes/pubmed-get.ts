import type { ResearchNodeRuntime } from '../research-context.ts';
import type { ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';
import { listUnread, runLookup, toolMapping } from './lookup.ts';
import { filterMatchingPublications } from './relax-terms.ts';

/** Reads the records of the publications that were found. */
export function pubmedGet(
  state: ResearchStateValue,
  runtime: ResearchNodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('pubmed_get', { state, runtime }, async ({ frame, fetchOptions, call }) => {
    const found = state.pubmed_results;
    if (!found) throw new Error('records are read after they were found');
    const read = await call(toolMapping.pubmed_get.get, {
      pmids: found.pmids,
      include_full_text: false,
      ...fetchOptions,
    });
    // PubMed lists the others itself, so it has a record of each.
    const not_found = read.not_found.filter((pmid) => frame.entities.pmids.includes(pmid));
    const known = [...read.publications.map(({ pmid }) => pmid), ...not_found];
    const publications = found.relaxed
      ? filterMatchingPublications(read.publications, frame)
      : read.publications;
    const pmids = publications.map(({ pmid }) => pmid);
    return {
      update: {
        pubmed_results: { ...found, ...(found.relaxed && { pmids }), publications, not_found },
        warnings: read.warnings,
      },
      failure: listUnread({ ids: found.pmids, known, neverFetched: read.not_cached }),
    };
  });
}
