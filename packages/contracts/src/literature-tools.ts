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
 * Where an answer may come from: only from what was fetched before; from there while it is fresh,
 * else from the network; always from the network.
 */
export const fetchPolicySchema = z.enum(['cache_only', 'cache_then_network', 'network_only']);
export type FetchPolicy = z.infer<typeof fetchPolicySchema>;

/** How a literature tool asks: policy, tries, and how old a stored answer may be. */
export const fetchOptionsShape = {
  fetch_policy: fetchPolicySchema.default('cache_then_network'),
  /** Tries of one request to the outside service, the first included. */
  max_attempts: z.number().int().min(1).max(5).default(3),
  backoff: z.enum(['exponential', 'linear']).default('exponential'),
  /** Seconds for which a stored answer counts as fresh. */
  cache_lifetime_s: z
    .number()
    .int()
    .min(0)
    .max(365 * 86_400)
    .default(86_400),
  /**
   * Most milliseconds that the outside service may take, all tries together. Waiting for the
   * service's rate, which other callers use up, does not count. Default: the deadline of the call.
   */
  timeout_ms: z.number().int().min(1).max(120_000).optional(),
};

/** What every literature tool says of its answer beside the records. */
export const fetchedShape = {
  /** Nothing was asked of the network. */
  cache_hit: z.boolean(),
  /** Records in this answer. */
  rows: z.number().int(),
  /** When the oldest part of the answer was fetched; ISO 8601. */
  fetched_at: z.string(),
  warnings: z.array(warningSchema),
};

/** Words that found nothing as they were written, and those that were searched for in their place. */
export const spellingCorrectionSchema = z.object({ written: z.string(), searched: z.string() });
export type SpellingCorrection = z.infer<typeof spellingCorrectionSchema>;

const correctionsShape = {
  /** Empty unless nothing was found as it was written, and NCBI's spelling found something. */
  corrections: z.array(spellingCorrectionSchema).default([]),
};

/**
 * Whether words name anything. Signs, and the words that join others in the services' languages, name
 * nothing by themselves: every record would be found.
 */
export function namesSomething(words: string): boolean {
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !/^(?:and|or|not)$/i.test(word));
}

/** Characters that PubMed, and each field of ClinicalTrials.gov, is asked for at most. */
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
  /** PubMed answers with its first 9,999 records alone. */
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
  /** Records that match, as PubMed counts them. */
  total: z.number().int(),
  next_offset: z.number().int().nullable(),
  /** How PubMed understood the query. */
  query_translation: z.string().nullable(),
  /** Empty unless summaries were asked for. */
  summaries: z.array(pubmedSummarySchema),
  ...correctionsShape,
  ...fetchedShape,
});
export type PubmedSearchOutput = z.infer<typeof pubmedSearchOutputSchema>;

export const pubmedGetInputSchema = z.strictObject({
  pmids: z.array(pmidSchema).min(1).max(50),
  /** Also the open text from PubMed Central, where there is one; for 5 records at most. */
  include_full_text: z.boolean().default(false),
  ...fetchOptionsShape,
});
export type PubmedGetInput = z.output<typeof pubmedGetInputSchema>;

export const pubmedGetOutputSchema = z.object({
  /** In the order that was asked for. */
  publications: z.array(publicationSchema),
  /** Ids that PubMed has no record for. */
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
  /** What the fields above do not say, in words. */
  term: registryWordsSchema.optional(),
  phases: z.array(trialPhaseSchema).max(6).default([]),
  statuses: z.array(trialStatusSchema).max(14).default([]),
  /** Which date `start_from` and `start_to` are of; default: the study's start. */
  date_of: trialDateSchema.optional(),
  start_from: askedDateSchema.optional(),
  start_to: askedDateSchema.optional(),
  /** With posted results, or without. */
  has_results: z.boolean().optional(),
  /** Fewest and most participants; studies that do not say how many are found by neither. */
  min_enrollment: enrollmentSchema.optional(),
  max_enrollment: enrollmentSchema.optional(),
  /** Studies whose records name any of these as what reports or builds on them, or as background. */
  reference_pmids: z.array(pmidSchema).max(50).optional(),
  /** Which come first; default: those that fit the words best. */
  order: trialOrderSchema.optional(),
  limit: z.number().int().min(1).max(100).default(20),
  /** `next_page_token` of an earlier answer to the same search. */
  page_token: z.string().min(1).max(500).optional(),
  ...fetchOptionsShape,
});
export type ClinicalTrialsSearchInput = z.output<typeof clinicalTrialsSearchInputSchema>;

export const clinicalTrialsSearchOutputSchema = z.object({
  trials: z.array(trialSchema),
  /** Studies that match, as the registry counts them; null where it does not say. */
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
  /** In the order that was asked for. */
  trials: z.array(trialSchema),
  not_found: z.array(z.string()),
  not_cached: z.array(z.string()),
  ...fetchedShape,
});
export type ClinicalTrialsGetOutput = z.infer<typeof clinicalTrialsGetOutputSchema>;
