import {
  maxResearchPublications,
  type PubmedSearchOutput,
  type ResearchFrame,
} from '@lectern/contracts';
import type { ResearchNodeRuntime } from '../research-context.ts';
import {
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { describeFailure, runLookup, toolMapping } from './lookup.ts';
import { relaxTerms } from './relax-terms.ts';
import { toPubmedQuery } from './to-pubmed-query.ts';

/** Records that are read at once. */
const maxRead = 50;

/** Finds publications; those whose PMIDs the question names come first. */
export function pubmedSearch(
  state: ResearchStateValue,
  runtime: ResearchNodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('pubmed_search', { state, runtime }, async ({ frame, fetchOptions, call }) => {
    const { entities, filters } = frame;
    const { pmids } = entities;
    const unread = { publications: [], not_found: [] };
    const given = { pubmed_results: { ...unread, pmids, total: null } };
    const query = toPubmedQuery(frame);
    if (query === undefined && pmids.length > 0) return { update: given };
    if (query === undefined) {
      return {
        update: {},
        failure: { code: nothingAsked, message: 'The question names nothing to search for.' },
      };
    }
    const dates = isOfPublications(frame) ? toDates(filters) : {};
    const search = {
      query,
      ...dates,
      publication_types: filters.publication_types,
      sort: dates.date_from || filters.trial_order === 'newest' ? 'date' : 'relevance',
      limit: filters.max_publications ?? maxResearchPublications,
      include_summaries: false,
      ...fetchOptions,
    };
    let found: PubmedSearchOutput;
    let isRelaxed = false;
    try {
      found = await call(toolMapping.pubmed_search.search, search);
      const relaxed = found.total === 0 ? relaxTerms(frame) : undefined;
      const any = relaxed && {
        ...search,
        query: toPubmedQuery(relaxed),
        sort: 'relevance',
        limit: maxResearchPublications,
      };
      const other =
        any && (await call(toolMapping.pubmed_search.search, any).catch(() => undefined));
      if (other && other.pmids.length > 0) {
        isRelaxed = true;
        found = other;
      }
    } catch (error) {
      if (pmids.length === 0) throw error;
      return { update: given, failure: describeFailure(error) };
    }
    const lie = found.warnings.find(({ code }) => code === 'count_mismatch');
    if (lie && found.pmids.length === 0) {
      const failure = { code: 'upstream_failed', message: lie.message };
      const known = pmids.length > 0 ? given : {};
      return { update: { ...known, warnings: found.warnings }, failure };
    }
    return {
      update: {
        pubmed_results: {
          ...unread,
          pmids: [...new Set([...pmids, ...found.pmids])].slice(0, maxRead),
          total: isRelaxed ? null : found.total,
          ...(isRelaxed && { relaxed: true }),
          corrections: found.corrections,
        },
        warnings: found.warnings,
      },
    };
  });
}

/** Returns true if dates refer to publications. They refer to trials if both are asked for, by default. */
function isOfPublications({ intent, filters }: ResearchFrame): boolean {
  const { date_of } = filters;
  return date_of === 'published' || (date_of === null && intent !== 'trials_with_pubs');
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
