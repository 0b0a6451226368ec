import { z } from 'zod';
import { idSchema, timestampSchema } from '../ids-and-times.ts';
import { nctIdSchema, pmidSchema } from '../literature.ts';
import { fetchPolicySchema } from '../literature-tools.ts';
import { pageQuerySchema } from '../query-values.ts';
import { researchResponseSchema } from './answer.ts';
import { researchFrameSchema, researchIntentSchema, timeBudgetSchema } from './frame.ts';
import { researchTablesSchema } from './tables.ts';

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
export const researchTableNameSchema = z.enum([
  'publications',
  'trials',
  'documents',
  'disagreements',
]);
export const researchExportQuerySchema = z.object({
  format: researchExportFormatSchema,
  /** With `csv`: which table; the first one with a row where none is named. */
  table: researchTableNameSchema.optional(),
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
/** Records found so far. */
export const researchPartialEventSchema = z.object({ tables: researchTablesSchema });
