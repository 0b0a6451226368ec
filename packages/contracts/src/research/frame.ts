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
export type RecordDate = z.infer<typeof recordDateSchema>;

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
  /** Studies, among `nct_ids`, whose conditions and interventions are searched for in place of names that the question does not give. */
  similar_to: z.array(nctIdSchema).max(maxFrameValues.similar_to),
  /** Names that must not occur in a record. */
  excluded: z.array(wordSchema).max(maxFrameValues.excluded),
};

const filtersShape = {
  phases: z.array(trialPhaseSchema).max(6),
  statuses: z.array(trialStatusSchema).max(14),
  /** First date of publication, or of a study's start unless `date_of` names another one. */
  date_from: askedDateSchema.nullable(),
  date_to: askedDateSchema.nullable(),
  /** Which date of a record is meant; null: of publication, or of a study's start. */
  date_of: recordDateSchema.nullable(),
  publication_types: z.array(z.string().trim().min(1).max(100)).max(10),
  /** Studies with posted results, or without; null: either. */
  has_results: z.boolean().nullable(),
  /** Fewest and most participants of a study; null: any number. Studies that do not say how many are found by neither. */
  min_enrollment: enrollmentSchema.nullable(),
  max_enrollment: enrollmentSchema.nullable(),
  /** Most publications that are read, the newest where the question asks for these; null: as many as fit an answer. */
  max_publications: z.number().int().min(1).max(maxResearchPublications).nullable(),
  /** Which of the studies that are found come first; null: those that fit the words best. Studies that are named come before them. */
  trial_order: trialOrderSchema.nullable(),
  /** Most studies that are found, the first by `trial_order`; null: as many as fit an answer. */
  max_trials: z.number().int().min(1).max(maxResearchTrials).nullable(),
  /** With `hybrid_search`: PubMed is asked too. */
  include_publications: z.boolean(),
};

export const researchEntitiesSchema = z.strictObject({
  conditions: entitiesShape.conditions.default([]),
  interventions: entitiesShape.interventions.default([]),
  sponsors: entitiesShape.sponsors.default([]),
  terms: entitiesShape.terms.default([]),
  nct_ids: entitiesShape.nct_ids.default([]),
  pmids: entitiesShape.pmids.default([]),
  similar_to: entitiesShape.similar_to.default([]),
  excluded: entitiesShape.excluded.default([]),
});
export type ResearchEntities = z.infer<typeof researchEntitiesSchema>;

const spanProblem = { path: ['date_to'], message: 'must not be before date_from' };
const sizeProblem = { path: ['max_enrollment'], message: 'must not be below min_enrollment' };

type Sizes = { readonly min_enrollment?: number | null; readonly max_enrollment?: number | null };

/** Checks that the smallest size is not above the largest. */
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

/** How a question was understood. The same shape may be sent back, changed, to run again. */
export const researchFrameSchema = z.strictObject({
  intent: researchIntentSchema,
  entities: researchEntitiesSchema.default(() => researchEntitiesSchema.parse({})),
  filters: researchFiltersSchema.default(() => researchFiltersSchema.parse({})),
  fetch_policy: fetchPolicySchema.default('cache_then_network'),
  time_budget_ms: timeBudgetSchema.default(5_000),
  /** Calls of tools at the same time. */
  parallel_limit: z.number().int().min(1).max(10).default(5),
  /** Tries after the first one; null: as each node's own policy says. */
  retry_count: z.number().int().min(0).max(4).nullable().default(null),
  /** The nodes that the question goes through. */
  node_path: z.array(z.string().max(50)).max(20).default([]),
  /** Words of the question that are not searched for; put among `terms` they are. */
  unused: z.array(wordSchema).max(maxUnusedWords).default([]),
});
export type ResearchFrame = z.output<typeof researchFrameSchema>;

/** Parts of a frame that stand in place of what was read. A list that is given replaces the whole list. */
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
  /** In place of reading the question; `fetch_policy` and `time_budget_ms` above win over its own. */
  frame: researchFrameSchema.optional(),
  /** Laid over the frame, whether it was read or given. */
  frame_changes: researchFrameChangesSchema.optional(),
  /** Limits what is looked up in the own documents. */
  collection_filter: collectionFilterSchema.optional(),
});
export type ResearchRequest = z.input<typeof researchRequestSchema>;
export type ParsedResearchRequest = z.output<typeof researchRequestSchema>;
