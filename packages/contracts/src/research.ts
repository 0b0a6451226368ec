import { z } from 'zod';
import { citationSchema, withheldSchema } from './ask.ts';
import { idSchema, pageQuerySchema, timestampSchema } from './common.ts';
import {
  askedDateSchema,
  fetchPolicySchema,
  isSpan,
  nctIdSchema,
  pmidSchema,
  trialPhaseSchema,
  trialStatusSchema,
} from './literature.ts';
import { collectionFilterSchema, querySchema } from './search.ts';

/** What a question asks for, and so where it is looked up. */
export const researchIntentSchema = z.enum([
  'recent_pubs_by_topic',
  'indication_phase_trials',
  'trials_with_pubs',
  'hybrid_search',
]);
export type ResearchIntent = z.infer<typeof researchIntentSchema>;

const wordsSchema = z.array(z.string().trim().min(1).max(200)).max(20);

/** Names in English, as the services know them. */
const entitiesShape = {
  conditions: wordsSchema,
  interventions: wordsSchema,
  sponsors: wordsSchema,
  /** What is asked about and is neither of the above. */
  terms: wordsSchema,
  nct_ids: z.array(nctIdSchema).max(50),
  pmids: z.array(pmidSchema).max(50),
};

const filtersShape = {
  phases: z.array(trialPhaseSchema).max(6),
  statuses: z.array(trialStatusSchema).max(14),
  /** Of publication, or of a study's start. */
  date_from: askedDateSchema.nullable(),
  date_to: askedDateSchema.nullable(),
  publication_types: z.array(z.string().trim().min(1).max(100)).max(10),
  /** Studies with posted results, or without; null: either. */
  has_results: z.boolean().nullable(),
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
});
export type ResearchEntities = z.infer<typeof researchEntitiesSchema>;

const spanProblem = { path: ['date_to'], message: 'must not be before date_from' };

export const researchFiltersSchema = z
  .strictObject({
    phases: filtersShape.phases.default([]),
    statuses: filtersShape.statuses.default([]),
    date_from: filtersShape.date_from.default(null),
    date_to: filtersShape.date_to.default(null),
    publication_types: filtersShape.publication_types.default([]),
    has_results: filtersShape.has_results.default(null),
    include_publications: filtersShape.include_publications.default(false),
  })
  .refine(({ date_from, date_to }) => isSpan(date_from, date_to), spanProblem);
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
  unused: wordsSchema.default([]),
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

/**
 * A citation of an answer: a record or a passage of an own document. The members are those of a
 * chat's citations; what a record does not have is null. Offsets are code points in the record's
 * text or the document's.
 */
export const researchCitationSchema = z.object({
  ...citationSchema.shape,
  /**
   * Stable: `pubmed:29915538`, `clinicaltrials:NCT04280705`; of an own document the id that every
   * answer gives to this quote.
   */
  id: z.string(),
  kind: z.enum(['publication', 'trial', 'document']),
  pmid: z.string().nullable(),
  nct_id: z.string().nullable(),
  document_id: idSchema.nullable(),
  version: z.number().int().nullable(),
  chunk_id: idSchema.nullable(),
});
export type ResearchCitation = z.infer<typeof researchCitationSchema>;

/** `n` is the number in the answer's text; null for what the answer does not name. */
const citedShape = { n: z.number().int().nullable() };

export const publicationRowSchema = z.object({
  ...citedShape,
  pmid: z.string(),
  title: z.string(),
  /** The first authors, for showing. */
  authors: z.string(),
  /** `Family, Given`; a group's name as it is. Empty in runs of earlier versions. */
  author_names: z.array(z.string()).default([]),
  journal: z.string().nullable(),
  volume: z.string().nullable().default(null),
  issue: z.string().nullable().default(null),
  pages: z.string().nullable().default(null),
  date: z.string().nullable(),
  publication_types: z.array(z.string()),
  doi: z.string().nullable(),
  pmcid: z.string().nullable(),
  nct_ids: z.array(z.string()),
  retracted: z.boolean(),
  url: z.string(),
});
export type PublicationRow = z.infer<typeof publicationRowSchema>;

/** How a publication belongs to a study: it names the study, or the registry names it. */
export const trialPublicationSchema = z.object({
  pmid: z.string(),
  by: z.enum(['publication', 'registry', 'both']),
  /** As the registry says: `RESULT`, `DERIVED` or `BACKGROUND`. */
  type: z.string().nullable(),
  citation: z.string(),
});

export const trialRowSchema = z.object({
  ...citedShape,
  nct_id: z.string(),
  title: z.string(),
  status: z.string(),
  why_stopped: z.string().nullable(),
  phases: z.array(z.string()),
  study_type: z.string().nullable(),
  conditions: z.array(z.string()),
  interventions: z.array(z.string()),
  sponsor: z.string().nullable(),
  start_date: z.string().nullable(),
  completion_date: z.string().nullable(),
  enrollment: z.number().int().nullable(),
  has_results: z.boolean(),
  publications: z.array(trialPublicationSchema),
  url: z.string(),
});
export type TrialRow = z.infer<typeof trialRowSchema>;

export const documentRowSchema = z.object({
  ...citedShape,
  document_id: idSchema,
  chunk_id: idSchema,
  title: z.string(),
  page: z.number().int().nullable(),
  url: z.string().nullable(),
  text: z.string(),
  relevance: z.number(),
  /** In a stored run: why `text` is empty. */
  withheld: withheldSchema.optional(),
});
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** Sources that say different things of the same, side by side. */
export const disagreementRowSchema = z.object({
  about: z.string(),
  statements: z.array(
    z.object({ n: z.number().int().nullable(), source: z.string(), says: z.string() }),
  ),
});

export const researchTablesSchema = z.object({
  publications: z.array(publicationRowSchema),
  trials: z.array(trialRowSchema),
  documents: z.array(documentRowSchema),
  disagreements: z.array(disagreementRowSchema),
});
export type ResearchTables = z.infer<typeof researchTablesSchema>;

/** Something that the answer lacks, and why. */
export const missingPartSchema = z.object({
  node: z.string(),
  /** An error code, `time_budget`, or `not_cached`. */
  reason: z.string(),
  message: z.string(),
});
export type MissingPart = z.infer<typeof missingPartSchema>;

export const researchToolCallSchema = z.object({
  node: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.enum(['ok', 'error']),
  rows: z.number().int(),
  cache_hit: z.boolean(),
  latency_ms: z.number(),
  error: z.string().nullable(),
});
export type ResearchToolCall = z.infer<typeof researchToolCallSchema>;

export const researchTraceSchema = z.object({
  tool_calls: z.array(researchToolCallSchema),
  /** By node. */
  cache_hits: z.record(z.string(), z.boolean()),
  /** Milliseconds by node. */
  latencies: z.record(z.string(), z.number()),
  /** Codes by node. */
  errors: z.record(z.string(), z.string()),
  node_path: z.array(z.string()),
});

export const researchResponseSchema = z.object({
  query: z.string(),
  answer: z.string(),
  /** There is nothing to answer from in what was looked up. */
  abstained: z.boolean(),
  citations: z.array(researchCitationSchema),
  tables: researchTablesSchema,
  orchestrator_checkpoint_id: idSchema,
  checkpoint_id: idSchema,
  /** Something is missing that a resumed run may bring. */
  partial: z.boolean(),
  missing: z.array(missingPartSchema),
  frame: researchFrameSchema,
  /** Statements of the model that no fetched record bears out, and what is wrong with them. */
  removed: z.array(z.object({ text: z.string(), reason: z.string() })),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  trace: researchTraceSchema,
});
export type ResearchResponse = z.infer<typeof researchResponseSchema>;

export const researchStatusSchema = z.enum(['running', 'done', 'partial', 'failed', 'interrupted']);
export type ResearchStatus = z.infer<typeof researchStatusSchema>;

/** A run as the list shows it. */
export const researchRunSchema = z.object({
  checkpoint_id: idSchema,
  query: z.string(),
  status: researchStatusSchema,
  intent: researchIntentSchema.nullable(),
  /** Why a run failed. */
  error: z.object({ code: z.string(), message: z.string() }).nullable().default(null),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type ResearchRun = z.infer<typeof researchRunSchema>;

export const researchListSchema = z.object({
  runs: z.array(researchRunSchema),
  next_cursor: z.string().nullable(),
});
export const researchListQuerySchema = pageQuerySchema;

/** `result` is null until the run has ended once. */
export const researchDetailSchema = researchRunSchema.extend({
  result: researchResponseSchema.nullable(),
  /** Mermaid, with the path taken. */
  graph: z.string(),
});
export type ResearchDetail = z.infer<typeof researchDetailSchema>;

export const resumeResearchSchema = z.strictObject({ time_budget_ms: timeBudgetSchema.optional() });

export const researchGraphSchema = z.object({ mermaid: z.string() });
export const researchGraphQuerySchema = z.object({
  /** A run whose path is marked. */
  checkpoint_id: idSchema.optional(),
});

export const researchExportFormatSchema = z.enum(['csv', 'bibtex', 'ris', 'markdown']);
export type ResearchExportFormat = z.infer<typeof researchExportFormatSchema>;
export const researchExportQuerySchema = z.object({
  format: researchExportFormatSchema,
  /** With `csv`: which table; the first one with a row where none is named. */
  table: z.enum(['publications', 'trials', 'documents', 'disagreements']).optional(),
});

/** Without ids: every record of the run. */
export const saveResearchSchema = z.strictObject({
  collection_id: idSchema,
  pmids: z.array(pmidSchema).max(50).optional(),
  nct_ids: z.array(nctIdSchema).max(50).optional(),
  /** `network_only` asks the services anew, so that changed records become new versions. */
  fetch_policy: fetchPolicySchema.default('cache_then_network'),
});

export const savedRecordsSchema = z.object({
  documents: z.array(
    z.object({ external_id: z.string(), document_id: idSchema.nullable(), status: z.string() }),
  ),
});
export type SavedRecords = z.infer<typeof savedRecordsSchema>;

/** A node that began or ended. */
export const researchNodeEventSchema = z.object({
  /** The run, by which it may be read and resumed when the stream breaks off. */
  checkpoint_id: idSchema.optional(),
  node: z.string(),
  status: z.enum(['started', 'done', 'failed', 'skipped']),
  latency_ms: z.number().nullable(),
  rows: z.number().int().nullable(),
  cache_hit: z.boolean().nullable(),
  error: z.string().nullable(),
  /** From `parse_frame` on. */
  frame: researchFrameSchema.optional(),
});
export type ResearchNodeEvent = z.infer<typeof researchNodeEventSchema>;
/** What has been found so far. */
export const researchPartialEventSchema = z.object({ tables: researchTablesSchema });
