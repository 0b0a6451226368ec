import {
  type PubmedSearchInput,
  type PubmedSearchOutput,
  type PubmedSummary,
  pubmedSummarySchema,
  type Warning,
  warningSchema,
} from '@lectern/contracts';
import { z } from 'zod';
import type { LiteratureCache } from './cache/literature-cache.ts';
import type { LiteratureCall } from './fetch-call.ts';
import type { PubmedApi } from './pubmed/pubmed-api.ts';
import type { SearchAnswer } from './pubmed/read-search-answer.ts';
import { pubmed } from './pubmed/service-name.ts';
import type { Fetched } from './requests/outside-service.ts';
import type { SameRequests } from './requests/same-requests.ts';
import { requireSpan } from './require-span.ts';
import { requireWords } from './require-words.ts';
import { type ResolvedAnswer, resolveAnswer } from './resolve-answer.ts';
import { type Speller, searchCorrected } from './search-corrected.ts';

/** Maximum offset of PubMed. */
const lastOffset = 9_998;

const searchSchema = z.object({
  total: z.number().int(),
  ids: z.array(z.string()).readonly(),
  queryTranslation: z.string().nullable(),
  warnings: z.array(warningSchema).readonly(),
});

/** Dependencies of a search. Equal concurrent searches share a request. */
export interface PublicationSearch {
  readonly api: PubmedApi;
  readonly cache: LiteratureCache;
  readonly searches: SameRequests<Fetched<SearchAnswer>>;
  readonly summaries: SameRequests<Fetched<readonly PubmedSummary[]>>;
  readonly speller: Speller;
}

/**
 * Searches PubMed, with summaries on request.
 * @throws AppError `invalid_request` for a query without words.
 */
export async function searchPublications(
  search: PublicationSearch,
  input: PubmedSearchInput,
  call: LiteratureCall,
): Promise<PubmedSearchOutput> {
  const { date_from, date_to, offset } = input;
  const { api, cache, summaries: asked } = search;
  requireSpan({ date_from }, { date_to });
  requireWords('query', input.query);
  const found = await searchCorrected(search.speller, {
    input,
    call,
    listTexts: ({ query }) => [query],
    withTexts: (written, correct) => ({ ...written, query: correct(written.query) }),
    search: (written) => findIds(search, written, call),
    isNothing: ({ total, ids }) => total === 0 && ids.length === 0,
  });
  const { ids, total, queryTranslation } = found.value;
  const counted = checkCount(total, ids.length, input);
  const warnings = [...found.value.warnings, ...found.warnings, ...counted.warnings];
  let cacheHit = found.cacheHit;
  let fetchedAt = found.fetchedAt;
  let summaries: readonly PubmedSummary[] = [];
  if (input.include_summaries && ids.length > 0) {
    const resolved = await resolveAnswer(cache, {
      service: pubmed,
      request: { tool: 'esummary', ids },
      schema: z.array(pubmedSummarySchema).readonly(),
      options: input,
      call,
      same: asked,
      fetch: (once) => api.summarise(ids, once),
      isDoubtful: () => false,
    });
    summaries = resolved.value;
    cacheHit &&= resolved.cacheHit;
    if (resolved.fetchedAt < fetchedAt) fetchedAt = resolved.fetchedAt;
    warnings.push(...resolved.warnings);
  }
  const next = offset + ids.length;
  return {
    pmids: [...ids],
    total: counted.total,
    next_offset: ids.length > 0 && next < counted.total && next <= lastOffset ? next : null,
    query_translation: queryTranslation,
    summaries: [...summaries],
    corrections: [...found.corrections],
    cache_hit: cacheHit,
    rows: ids.length,
    fetched_at: fetchedAt.toISOString(),
    warnings,
  };
}

function findIds(
  { api, cache, searches }: PublicationSearch,
  input: PubmedSearchInput,
  call: LiteratureCall,
): Promise<ResolvedAnswer<SearchAnswer>> {
  const { query, date_from, date_to, publication_types, sort, limit, offset } = input;
  return resolveAnswer(cache, {
    service: pubmed,
    request: { tool: 'esearch', query, date_from, date_to, publication_types, sort, limit, offset },
    schema: searchSchema,
    options: input,
    call,
    same: searches,
    fetch: (once) => api.search(input, once),
    isDoubtful: ({ total, ids }) => checkCount(total, ids.length, input).warnings.length > 0,
  });
}

/** Replaces a count that contradicts the ids by the number of ids. */
function checkCount(
  total: number,
  found: number,
  { offset, limit }: Pick<PubmedSearchInput, 'offset' | 'limit'>,
): { readonly total: number; readonly warnings: readonly Warning[] } {
  const expected = Math.min(limit, total - offset, lastOffset + 1 - offset);
  if (total >= offset + found && found >= expected) return { total, warnings: [] };
  const message = `PubMed counts ${total} records and lists ${found}; the listed ones count.`;
  return {
    total: offset + found,
    warnings: found === 0 && total < offset ? [] : [{ code: 'count_mismatch', message }],
  };
}
