import {
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { toolMapping } from '../tool-mapping.ts';
import { runLookup } from './lookup.ts';
import type { NodeRuntime } from './node-runtime.ts';
import { toPubmedQuery } from './to-pubmed-query.ts';

const maxPublications = 20;

/** Finds publications; a question that gives PMIDs has found them already. */
export function pubmedSearch(
  state: ResearchStateValue,
  runtime: NodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('pubmed_search', state, runtime, async ({ frame, fetchOptions, call }) => {
    const { entities, filters, intent } = frame;
    const given = { publications: [], not_found: [] };
    if (entities.pmids.length > 0) {
      return { update: { pubmed_results: { ...given, pmids: entities.pmids, total: null } } };
    }
    const query = toPubmedQuery(frame);
    if (query === undefined) {
      return {
        update: {},
        failure: { code: nothingAsked, message: 'The question names nothing to search for.' },
      };
    }
    // A date filters studies by their start where trials are asked for.
    const dates = intent === 'trials_with_pubs' ? {} : toDates(filters);
    const found = await call(toolMapping.pubmed_search.search, {
      query,
      ...dates,
      publication_types: filters.publication_types,
      sort: dates.date_from ? 'date' : 'relevance',
      limit: maxPublications,
      include_summaries: false,
      ...fetchOptions,
    });
    return {
      update: {
        pubmed_results: { ...given, pmids: found.pmids, total: found.total },
        warnings: found.warnings,
      },
    };
  });
}

function toDates({
  date_from,
  date_to,
}: {
  readonly date_from: string | null;
  readonly date_to: string | null;
}): { readonly date_from?: string; readonly date_to?: string } {
  return { ...(date_from && { date_from }), ...(date_to && { date_to }) };
}
