import { z } from 'zod';
import {
  askedDateSchema,
  enrollmentSchema,
  isSpan,
  nctIdSchema,
  pmidSchema,
  trialDateSchema,
  trialOrderSchema,
  trialPhaseSchema,
  trialStatusSchema,
} from '../literature.ts';
import { fetchPolicySchema } from '../literature-tools.ts';
import { collectionFilterSchema, querySchema } from '../search.ts';
import {
  maxFrameValues,
  maxFrameWordLength,
  maxResearchPublications,
  maxResearchTrials,
  maxUnusedWords,
} from './frame-limits.ts';

/** Kind of records that a question asks for; it decides which services are asked. */
export const researchIntentSchema = z.enum([
  'recent_pubs_by_topic',
  'indication_phase_trials',
  'trials_with_pubs',
  'hybrid_search',
]);
export type ResearchIntent = z.infer<typeof researchIntentSchema>;

/** A date of a publication (`published`) or of a study. */
export const recordDateSchema = z.enum(['published', ...trialDateSchema.options]);

const wordSchema = z.string().trim().min(1).max(maxFrameWordLength);

/** Names in English, as the services know them. */
const entitiesShape = {
  conditions: z.array(wordSchema).max(maxFrameValues.conditions),
  interventions: z.array(wordSchema).max(maxFrameValues.interventions),
  sponsors: z.array(wordSchema).max(maxFrameValues.sponsors),
  /** Other search terms. */
  terms: z.array(wordSchema).max(maxFrameValues.terms),
  nct_ids: z.array(nctIdSchema).max(maxFrameValues.nct_ids),
  pmids: z.array(pmidSchema).max(maxFrameValues.pmids),
  /** Names that must not occur in a record. */
  excluded: z.array(wordSchema).max(maxFrameValues.excluded),
};

const filtersShape = {
  phases: z.array(trialPhaseSchema).max(6),
  statuses: z.array(trialStatusSchema).max(14),
  /** Earliest date of publication, or of a study's start, unless `date_of` names another date. */
  date_from: askedDateSchema.nullable(),
  date_to: askedDateSchema.nullable(),
  /** The date to which `date_from` and `date_to` refer; null: publication, or a study's start. */
  date_of: recordDateSchema.nullable(),
  publication_types: z.array(z.string().trim().min(1).max(100)).max(10),
  /** True: studies with posted results; false: studies without; null: both. */
  has_results: z.boolean().nullable(),
  /** Minimum participants of a study; null: any. Either limit excludes studies that give no number. */
  min_enrollment: enrollmentSchema.nullable(),
  max_enrollment: enrollmentSchema.nullable(),
  /** Maximum publications to read, the newest first if the question asks for them; null: as many as fit an answer. */
  max_publications: z.number().int().min(1).max(maxResearchPublications).nullable(),
  /** Order of the studies, after those that the question names; null: best match first. */
  trial_order: trialOrderSchema.nullable(),
  /** Maximum studies, the first by `trial_order`; null: as many as fit an answer. */
  max_trials: z.number().int().min(1).max(maxResearchTrials).nullable(),
  /** With `hybrid_search`: also searches PubMed. */
  include_publications: z.boolean(),
};

export const researchEntitiesSchema = z.strictObject({
  conditions: entitiesShape.conditions.default([]),
  interventions: entitiesShape.interventions.default([]),
  sponsors: entitiesShape.sponsors.default([]),
  terms: entitiesShape.terms.default([]),
  nct_ids: entitiesShape.nct_ids.default([]),
  pmids: entitiesShape.pmids.default([]),
  excluded: entitiesShape.excluded.default([]),
});
export type ResearchEntities = z.infer<typeof researchEntitiesSchema>;

const spanProblem = { path: ['date_to'], message: 'must not be before date_from' };
const sizeProblem = { path: ['max_enrollment'], message: 'must not be below min_enrollment' };

type Sizes = { readonly min_enrollment?: number | null; readonly max_enrollment?: number | null };

/** Returns true if the minimum is not above the maximum. */
export function isSizeSpan({ min_enrollment, max_enrollment }: Sizes): boolean {
  return (max_enrollment ?? Number.POSITIVE_INFINITY) >= (min_enrollment ?? 0);
}

export const researchFiltersSchema = z
  .strictObject({
    phases: filtersShape.phases.default([]),
    statuses: filtersShape.statuses.default([]),
    date_from: filtersShape.date_from.default(null),
    date_to: filtersShape.date_to.default(null),
    date_of: filtersShape.date_of.default(null),
    publication_types: filtersShape.publication_types.default([]),
    has_results: filtersShape.has_results.default(null),
    min_enrollment: filtersShape.min_enrollment.default(null),
    max_enrollment: filtersShape.max_enrollment.default(null),
    max_publications: filtersShape.max_publications.default(null),
    trial_order: filtersShape.trial_order.default(null),
    max_trials: filtersShape.max_trials.default(null),
    include_publications: filtersShape.include_publications.default(false),
  })
  .refine(({ date_from, date_to }) => isSpan(date_from, date_to), spanProblem)
  .refine(isSizeSpan, sizeProblem);
export type ResearchFilters = z.infer<typeof researchFiltersSchema>;

export const timeBudgetSchema = z.number().int().min(100).max(120_000);

/** A research question as data. A client may change it and send it back to run it again. */
export const researchFrameSchema = z.strictObject({
  intent: researchIntentSchema,
  entities: researchEntitiesSchema.default(() => researchEntitiesSchema.parse({})),
  filters: researchFiltersSchema.default(() => researchFiltersSchema.parse({})),
  fetch_policy: fetchPolicySchema.default('cache_then_network'),
  time_budget_ms: timeBudgetSchema.default(5_000),
  /** Maximum concurrent tool calls. */
  parallel_limit: z.number().int().min(1).max(10).default(5),
  /** Retries after the first attempt; null: the policy of each node. */
  retry_count: z.number().int().min(0).max(4).nullable().default(null),
  /** Nodes of the graph that the question passes. */
  node_path: z.array(z.string().max(50)).max(20).default([]),
  /** Words of the question that are not searched for, unless they are added to `terms`. */
  unused: z.array(wordSchema).max(maxUnusedWords).default([]),
});
export type ResearchFrame = z.output<typeof researchFrameSchema>;

/** Parts that replace those of a frame. A given list replaces the whole list. */
export const researchFrameChangesSchema = z.strictObject({
  intent: researchIntentSchema.optional(),
  entities: z.strictObject(entitiesShape).partial().optional(),
  filters: z
    .strictObject(filtersShape)
    .partial()
    .refine(({ date_from, date_to }) => isSpan(date_from, date_to), spanProblem)
    .refine(isSizeSpan, sizeProblem)
    .optional(),
});
export type ResearchFrameChanges = z.output<typeof researchFrameChangesSchema>;

export const researchRequestSchema = z.strictObject({
  query: querySchema,
  fetch_policy: fetchPolicySchema.optional(),
  time_budget_ms: timeBudgetSchema.optional(),
  /** Used instead of reading the question; `fetch_policy` and `time_budget_ms` above have priority over its own. */
  frame: researchFrameSchema.optional(),
  /** Applied to the frame, read or given. */
  frame_changes: researchFrameChangesSchema.optional(),
  /** Collections in which own documents are searched. */
  collection_filter: collectionFilterSchema.optional(),
});
export type ResearchRequest = z.input<typeof researchRequestSchema>;
export type ParsedResearchRequest = z.output<typeof researchRequestSchema>;
