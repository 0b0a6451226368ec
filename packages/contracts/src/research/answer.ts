import { z } from 'zod';
import { citationSchema } from '../ask.ts';
import { idSchema } from '../ids-and-times.ts';
import { researchFrameSchema } from './frame.ts';
import { researchTablesSchema } from './tables.ts';

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

export const researchErrorSchema = z.object({
  code: z.string(),
  /** Time of the failure; null where a node was not asked. */
  at: z.iso.datetime().nullable(),
  /** Requests to the service, repeated ones included. */
  tries: z.number().int().min(0),
});

export const researchTraceSchema = z.object({
  tool_calls: z.array(researchToolCallSchema),
  /** By node. */
  cache_hits: z.record(z.string(), z.boolean()),
  /** Milliseconds by node. */
  latencies: z.record(z.string(), z.number()),
  /** By node. */
  errors: z.record(z.string(), researchErrorSchema),
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
  /**
   * The statements of a model that code found in the records, in the order of the answer. Empty where
   * code composed the answer.
   */
  statements: z
    .array(
      z.object({
        text: z.string(),
        records: z.array(
          z.object({
            n: z.number().int(),
            /** Id as in `citations`; for a passage of an own document, the document's id. */
            id: z.string(),
            /** Exact words of the record. */
            quote: z.string(),
          }),
        ),
      }),
    )
    .default([]),
  /** Statements of the model that were removed, and the fact or quote that the records lack. */
  removed: z.array(z.object({ text: z.string(), reason: z.string() })),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  trace: researchTraceSchema,
});
export type ResearchResponse = z.infer<typeof researchResponseSchema>;
