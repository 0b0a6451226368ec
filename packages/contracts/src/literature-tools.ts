import { z } from 'zod';
import {
  askedDateSchema,
  enrollmentSchema,
  nctIdSchema,
  pmidSchema,
  publicationSchema,
  trialDateSchema,
  trialOrderSchema,
  trialPhaseSchema,
  trialSchema,
  trialStatusSchema,
} from './literature.ts';
import { warningSchema } from './warnings.ts';

/**
 * Source of a response: the cache only; the cache if it is fresh, else the network; the network
 * only.
 */
export const fetchPolicySchema = z.enum(['cache_only', 'cache_then_network', 'network_only']);
export type FetchPolicy = z.infer<typeof fetchPolicySchema>;

/** Options of literature tools: policy, attempts, and maximum age of a cached response. */
export const fetchOptionsShape = {
  fetch_policy: fetchPolicySchema.default('cache_then_network'),
  /** Maximum attempts of a request to the outside service, including the first. */
  max_attempts: z.number().int().min(1).max(5).default(3),
  backoff: z.enum(['exponential', 'linear']).default('exponential'),
  /** Seconds for which a cached response counts as fresh. */
  cache_lifetime_s: z
    .number()
    .int()
    .min(0)
    .max(365 * 86_400)
    .default(86_400),
  /**
   * Maximum milliseconds of the outside service, all attempts together. Waiting for the service's
   * rate limit does not count. Default: the deadline of the call.
   */
  timeout_ms: z.number().int().min(1).max(120_000).optional(),
};

/** Facts of every literature response beside the records. */
export const fetchedShape = {
  /** True if no request was sent. */
  cache_hit: z.boolean(),
  /** Number of records. */
  rows: z.number().int(),
  /** Time at which the oldest part of the response was fetched; ISO 8601. */
  fetched_at: z.string(),
  warnings: z.array(warningSchema),
};

/** Words without results, and the words that were searched instead. */
export const spellingCorrectionSchema = z.object({ written: z.string(), searched: z.string() });
export type SpellingCorrection = z.infer<typeof spellingCorrectionSchema>;

const correctionsShape = {
  /** Empty unless nothing was found as written and NCBI's spelling found something. */
  corrections: z.array(spellingCorrectionSchema).default([]),
};

/**
 * Returns whether text contains a search term. Punctuation and conjunctions in the services'
 * languages would match every record.
 */
export function namesSomething(words: string): boolean {
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !/^(?:and|or|not)$/i.test(word));
}

/** Maximum characters of a query to PubMed, and of each field of ClinicalTrials.gov. */
export const maxPubmedQueryLength = 2_000;
export const maxRegistryWordsLength = 500;
const registryWordsSchema = z.string().trim().min(1).max(maxRegistryWordsLength);

export const pubmedSearchInputSchema = z.strictObject({
  query: z.string().trim().min(1).max(maxPubmedQueryLength),
  date_from: askedDateSchema.optional(),
  date_to: askedDateSchema.optional(),
  publication_types: z.array(z.string().trim().min(1).max(100)).max(10).default([]),
  sort: z.enum(['relevance', 'date']).default('relevance'),
  limit: z.number().int().min(1).max(100).default(20),
  /** PubMed returns its first 9,999 records only. */
  offset: z.number().int().min(0).max(9_998).default(0),
  include_summaries: z.boolean().default(true),
  ...fetchOptionsShape,
});
export type PubmedSearchInput = z.output<typeof pubmedSearchInputSchema>;

export const pubmedSummarySchema = z.object({
  pmid: z.string(),
  title: z.string(),
  journal: z.string().nullable(),
  published_text: z.string().nullable(),
  authors: z.array(z.string()),
  doi: z.string().nullable(),
});
export type PubmedSummary = z.infer<typeof pubmedSummarySchema>;

export const pubmedSearchOutputSchema = z.object({
  pmids: z.array(z.string()),
  /** Number of matches, as PubMed counts them. */
  total: z.number().int(),
  next_offset: z.number().int().nullable(),
  /** PubMed's interpretation of the query. */
  query_translation: z.string().nullable(),
  /** Empty unless summaries were requested. */
  summaries: z.array(pubmedSummarySchema),
  ...correctionsShape,
  ...fetchedShape,
});
export type PubmedSearchOutput = z.infer<typeof pubmedSearchOutputSchema>;

export const pubmedGetInputSchema = z.strictObject({
  pmids: z.array(pmidSchema).min(1).max(50),
  /** True to include the open text from PubMed Central, for at most 5 records. */
  include_full_text: z.boolean().default(false),
  ...fetchOptionsShape,
});
export type PubmedGetInput = z.output<typeof pubmedGetInputSchema>;

export const pubmedGetOutputSchema = z.object({
  /** In the requested order. */
  publications: z.array(publicationSchema),
  /** Ids without a record in PubMed. */
  not_found: z.array(z.string()),
  /** With `cache_only`: ids that were never fetched. */
  not_cached: z.array(z.string()),
  ...fetchedShape,
});
export type PubmedGetOutput = z.infer<typeof pubmedGetOutputSchema>;

export const clinicalTrialsSearchInputSchema = z.strictObject({
  condition: registryWordsSchema.optional(),
  intervention: registryWordsSchema.optional(),
  sponsor: registryWordsSchema.optional(),
  /** Free text for anything that the fields above do not cover. */
  term: registryWordsSchema.optional(),
  phases: z.array(trialPhaseSchema).max(6).default([]),
  statuses: z.array(trialStatusSchema).max(14).default([]),
  /** The date to which `start_from` and `start_to` apply; default: the study's start. */
  date_of: trialDateSchema.optional(),
  start_from: askedDateSchema.optional(),
  start_to: askedDateSchema.optional(),
  /** Filter by posted results. */
  has_results: z.boolean().optional(),
  /** Minimum and maximum participants; studies without a number match neither. */
  min_enrollment: enrollmentSchema.optional(),
  max_enrollment: enrollmentSchema.optional(),
  /** PMIDs that a study's record names as its results, derived work or background. */
  reference_pmids: z.array(pmidSchema).max(50).optional(),
  /** Default: relevance. */
  order: trialOrderSchema.optional(),
  limit: z.number().int().min(1).max(100).default(20),
  /** `next_page_token` of an earlier response to the same search. */
  page_token: z.string().min(1).max(500).optional(),
  ...fetchOptionsShape,
});
export type ClinicalTrialsSearchInput = z.output<typeof clinicalTrialsSearchInputSchema>;

export const clinicalTrialsSearchOutputSchema = z.object({
  trials: z.array(trialSchema),
  /** Number of matches, as the registry counts them; null if it is not reported. */
  total: z.number().int().nullable(),
  next_page_token: z.string().nullable(),
  ...correctionsShape,
  ...fetchedShape,
});
export type ClinicalTrialsSearchOutput = z.infer<typeof clinicalTrialsSearchOutputSchema>;

export const clinicalTrialsGetInputSchema = z.strictObject({
  nct_ids: z.array(nctIdSchema).min(1).max(50),
  ...fetchOptionsShape,
});
export type ClinicalTrialsGetInput = z.output<typeof clinicalTrialsGetInputSchema>;

export const clinicalTrialsGetOutputSchema = z.object({
  /** In the requested order. */
  trials: z.array(trialSchema),
  not_found: z.array(z.string()),
  not_cached: z.array(z.string()),
  ...fetchedShape,
});
export type ClinicalTrialsGetOutput = z.infer<typeof clinicalTrialsGetOutputSchema>;
