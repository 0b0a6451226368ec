import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { querySchema, searchRequestSchema } from './search.ts';

/** A set of questions with their correct answers, owned by an organisation. */
export const evaluationSetSchema = z.object({
  id: idSchema,
  name: z.string(),
  question_count: z.number().int(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type EvaluationSet = z.infer<typeof evaluationSetSchema>;

export const evaluationSetListSchema = z.object({
  sets: z.array(evaluationSetSchema),
  next_cursor: z.string().nullable(),
});

export const nameEvaluationSetSchema = z.strictObject({
  name: nameSchema(200),
});

const offsetSchema = z.number().int().min(0).max(2_147_483_647);

/**
 * A document, or with `start` and `end` a passage of it: code points in the text of the current
 * version.
 */
export const evaluationAnswerSchema = z
  .strictObject({
    document_id: idSchema,
    start: offsetSchema.optional(),
    end: offsetSchema.optional(),
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), {
    message: 'start and end come together',
    path: ['end'],
  })
  .refine(({ start = 0, end = 1 }) => start < end, {
    message: 'must be after start',
    path: ['end'],
  });
export type EvaluationAnswer = z.infer<typeof evaluationAnswerSchema>;

/** Correct answers of a question; one without any is stored and skipped in runs. */
export const saveEvaluationQuestionSchema = z.strictObject({
  query: querySchema,
  answers: z.array(evaluationAnswerSchema).max(50),
});
export type SaveEvaluationQuestion = z.infer<typeof saveEvaluationQuestionSchema>;

export const changeEvaluationQuestionSchema = saveEvaluationQuestionSchema.partial();

export const evaluationQuestionSchema = z.object({
  id: idSchema,
  query: z.string(),
  answers: z.array(
    z.object({
      document_id: idSchema,
      document_title: z.string(),
      /** Null if the whole document is correct. */
      start: z.number().int().nullable(),
      end: z.number().int().nullable(),
      /**
       * True if the document has a newer version: until it is marked again, all of it is correct.
       */
      outdated: z.boolean(),
    }),
  ),
  created_at: timestampSchema,
});
export type EvaluationQuestion = z.infer<typeof evaluationQuestionSchema>;

/** In order of creation. */
export const evaluationQuestionListSchema = z.object({
  questions: z.array(evaluationQuestionSchema),
  next_cursor: z.string().nullable(),
});

/** Search settings of a set. */
export const evaluationSettingsSchema = searchRequestSchema.pick({
  mode: true,
  fusion: true,
  dense_weight: true,
  rerank: true,
  recency_boost: true,
  collection_filter: true,
});
export type EvaluationSettings = z.output<typeof evaluationSettingsSchema>;

/** Settings of a run; those of a trial have the id of the embedding model or reranker that is tried. */
export const runSettingsSchema = evaluationSettingsSchema.extend({
  embedding_model: idSchema.optional(),
  reranker: idSchema.optional(),
});
export type RunSettings = z.output<typeof runSettingsSchema>;

/**
 * Measures a set with the active embedding model or reranker and with another one. Vectors of the
 * searched collections are made for the trial alone.
 */
export const tryModelSchema = z.strictObject({
  evaluation_set_id: idSchema,
  /** Settings of both searches. */
  settings: evaluationSettingsSchema.prefault({}),
});

export const startEvaluationRunSchema = z.strictObject({
  /** The second settings are compared with the first, question by question. */
  settings: z.array(evaluationSettingsSchema).min(1).max(2),
});

/** Mean over questions with a 95 % interval, by bootstrap. */
export const evaluationScoreSchema = z.object({
  mean: z.number(),
  low: z.number(),
  high: z.number(),
});
export type EvaluationScore = z.infer<typeof evaluationScoreSchema>;

/**
 * `ndcg_at_10` with a gain of 1 for each correct answer; `recall_at_10` and `recall_at_100`: share
 * of the correct answers among so many results; `mrr`: reciprocal rank of the first one, within
 * 100.
 */
export const evaluationMetricSchema = z.enum([
  'ndcg_at_10',
  'recall_at_10',
  'recall_at_100',
  'mrr',
]);
export type EvaluationMetric = z.infer<typeof evaluationMetricSchema>;

const scoresSchema = z.record(evaluationMetricSchema, evaluationScoreSchema);

export const evaluationSettingResultSchema = z.object({
  settings: runSettingsSchema,
  /** Vectors that were made for a trial, and the seconds that took; null for others. */
  embedded: z.object({ passages: z.number().int(), seconds: z.number() }).nullable().default(null),
  scores: scoresSchema,
  /** Difference from the first settings; null for the first settings. */
  against_first: scoresSchema.nullable(),
  /** Median search time in the service. */
  median_search_ms: z.number(),
  /** Number of searches with a warning: without the reranker, or by keywords only. */
  fallbacks: z.number().int(),
});
export type EvaluationSettingResult = z.infer<typeof evaluationSettingResultSchema>;

export const evaluationRunResultSchema = z.object({
  settings: z.array(evaluationSettingResultSchema),
  questions: z.array(
    z.object({
      id: idSchema,
      query: z.string(),
      /** One entry per settings. `first_rank` is null if no correct answer was among 100. */
      results: z.array(
        z.object({ ndcg_at_10: z.number(), first_rank: z.number().int().nullable() }),
      ),
    }),
  ),
});
export type EvaluationRunResult = z.infer<typeof evaluationRunResultSchema>;

export const evaluationRunStatusSchema = z.enum(['running', 'done', 'failed']);

/** `done` and `total` count searches. A failed run has the reason in `error`. */
export const evaluationRunSchema = z.object({
  id: idSchema,
  status: evaluationRunStatusSchema,
  settings: z.array(runSettingsSchema),
  done: z.number().int(),
  total: z.number().int(),
  /** nDCG@10 per settings; null until the run is done. */
  ndcg_at_10: z.array(evaluationScoreSchema).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
});
export type EvaluationRun = z.infer<typeof evaluationRunSchema>;

export const evaluationRunDetailSchema = evaluationRunSchema.extend({
  result: evaluationRunResultSchema.nullable(),
});
export type EvaluationRunDetail = z.infer<typeof evaluationRunDetailSchema>;

/** Newest first. */
export const evaluationRunListSchema = z.object({
  runs: z.array(evaluationRunSchema),
  next_cursor: z.string().nullable(),
});
