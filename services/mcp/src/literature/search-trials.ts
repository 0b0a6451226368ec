import {
  AppError,
  type ClinicalTrialsSearchInput,
  type ClinicalTrialsSearchOutput,
  trialSchema,
  type Warning,
  warningSchema,
} from '@lectern/contracts';
import { z } from 'zod';
import type { LiteratureCache } from './cache/literature-cache.ts';
import type { ClinicalTrialsApi } from './clinicaltrials/clinicaltrials-api.ts';
import type { StudiesAnswer } from './clinicaltrials/read-studies.ts';
import type { LiteratureCall } from './fetch-call.ts';
import type { Fetched } from './requests/outside-service.ts';
import type { SameRequests } from './requests/same-requests.ts';
import { requireSpan } from './require-span.ts';
import { requireWords } from './require-words.ts';
import { type ResolvedAnswer, resolveAnswer } from './resolve-answer.ts';
import { type Speller, searchCorrected } from './search-corrected.ts';

const studiesSchema = z.object({
  trials: z.array(trialSchema).readonly(),
  total: z.number().int().nullable(),
  nextPageToken: z.string().nullable(),
  unread: z.number().int().default(0),
  warnings: z.array(warningSchema).readonly(),
});

/** Dependencies of a search. Equal concurrent searches share a request. */
export interface TrialSearch {
  readonly api: ClinicalTrialsApi;
  readonly cache: LiteratureCache;
  readonly searches: SameRequests<Fetched<StudiesAnswer>>;
  readonly speller: Speller;
}

/**
 * Searches ClinicalTrials.gov.
 * @throws AppError `invalid_request` for an empty search.
 */
export async function searchTrials(
  search: TrialSearch,
  input: ClinicalTrialsSearchInput,
  call: LiteratureCall,
): Promise<ClinicalTrialsSearchOutput> {
  requireSpan({ start_from: input.start_from }, { start_to: input.start_to });
  requireSizes(input);
  requireTopic(input);
  const found = await searchCorrected(search.speller, {
    input,
    call,
    listTexts: ({ condition, intervention, term }) =>
      [condition, intervention, term].filter((text) => text !== undefined),
    withTexts: ({ condition, intervention, term, ...others }, correct) => ({
      ...others,
      ...(condition !== undefined && { condition: correct(condition) }),
      ...(intervention !== undefined && { intervention: correct(intervention) }),
      ...(term !== undefined && { term: correct(term) }),
    }),
    search: (written) => findStudies(search, written, call),
    isNothing: ({ trials, total, unread }) =>
      input.page_token === undefined && trials.length + unread === 0 && !total,
  });
  const { trials, total, nextPageToken, unread } = found.value;
  const counted = checkCount(total, trials.length + unread, {
    isWhole: input.page_token === undefined && nextPageToken === null,
  });
  return {
    trials: [...trials],
    total: counted.total,
    next_page_token: nextPageToken,
    corrections: [...found.corrections],
    cache_hit: found.cacheHit,
    rows: trials.length,
    fetched_at: found.fetchedAt.toISOString(),
    warnings: [...found.value.warnings, ...found.warnings, ...counted.warnings],
  };
}

function findStudies(
  { api, cache, searches }: TrialSearch,
  input: ClinicalTrialsSearchInput,
  call: LiteratureCall,
): Promise<ResolvedAnswer<z.output<typeof studiesSchema>>> {
  const { fetch_policy, max_attempts, backoff, cache_lifetime_s, timeout_ms, ...search } = input;
  return resolveAnswer(cache, {
    service: 'ClinicalTrials.gov',
    request: { tool: 'studies', ...search },
    schema: studiesSchema,
    options: { fetch_policy, max_attempts, backoff, cache_lifetime_s, timeout_ms },
    call,
    same: searches,
    async fetch(once) {
      const fetched = await api.search(input, once);
      const records = fetched.value.trials.map((trial) => ({ id: trial.nct_id, record: trial }));
      await cache.storeRecords(call.organisationId, 'clinicaltrials', { ...fetched, records });
      return fetched;
    },
    isDoubtful: ({ trials, total, unread }) =>
      unread > 0 || (trials.length === 0 && total !== null && total > 0),
  });
}

function requireSizes({ min_enrollment = 0, max_enrollment }: ClinicalTrialsSearchInput): void {
  if (max_enrollment === undefined || max_enrollment >= min_enrollment) return;
  throw new AppError('invalid_request', 'max_enrollment: must not be below min_enrollment', {
    details: { field: 'max_enrollment' },
  });
}

/** Rejects a search without a topic, which would find every study. */
function requireTopic(input: ClinicalTrialsSearchInput): void {
  const { condition, intervention, sponsor, term, phases, statuses, start_from, start_to } = input;
  const words = Object.entries({ condition, intervention, sponsor, term });
  for (const [field, text] of words) if (text !== undefined) requireWords(field, text);
  const isFiltered =
    (start_from ?? start_to) !== undefined ||
    phases.length + statuses.length > 0 ||
    (input.reference_pmids ?? []).length > 0 ||
    (input.min_enrollment ?? 0) > 0 ||
    input.max_enrollment !== undefined ||
    input.has_results !== undefined;
  if (isFiltered || words.some(([, text]) => text !== undefined)) return;
  throw new AppError(
    'invalid_request',
    'condition: words, or another field to search by, are needed',
    { details: { field: 'condition' } },
  );
}

/** Drops a count that contradicts the page. */
function checkCount(
  total: number | null,
  found: number,
  { isWhole }: { readonly isWhole: boolean },
): { readonly total: number | null; readonly warnings: readonly Warning[] } {
  if (total === null) return { total, warnings: [] };
  if (total >= found && !(isWhole && total !== found)) return { total, warnings: [] };
  const message = `ClinicalTrials.gov counts ${total} studies and lists ${found}.`;
  return {
    total: isWhole ? found : null,
    warnings: [{ code: 'count_mismatch', message }],
  };
}
