import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { querySchema, searchRequestSchema } from './search.ts';

/** Questions with their right answers, of an organisation. */
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
 * A document, or with `start` and `end` a passage of it: code points of the text of the version that
 * is read now.
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

/** Right answers of a question; one without any is kept and left out of runs. */
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
      /** Null where the whole document is right. */
      start: z.number().int().nullable(),
      end: z.number().int().nullable(),
      /** The document has another version since: until it is marked again all of it is right. */
      outdated: z.boolean(),
    }),
  ),
  created_at: timestampSchema,
});
export type EvaluationQuestion = z.infer<typeof evaluationQuestionSchema>;

/** By the time of their making, the first one first. */
export const evaluationQuestionListSchema = z.object({
  questions: z.array(evaluationQuestionSchema),
  next_cursor: z.string().nullable(),
});

/** What a set is searched with. */
export const evaluationSettingsSchema = searchRequestSchema.pick({
  mode: true,
  fusion: true,
  dense_weight: true,
  rerank: true,
  recency_boost: true,
  collection_filter: true,
});
export type EvaluationSettings = z.output<typeof evaluationSettingsSchema>;

export const startEvaluationRunSchema = z.strictObject({
  /** The second is compared with the first, question by question. */
  settings: z.array(evaluationSettingsSchema).min(1).max(2),
});

/** A mean over questions with its 95 % interval, by bootstrap. */
export const evaluationScoreSchema = z.object({
  mean: z.number(),
  low: z.number(),
  high: z.number(),
});
export type EvaluationScore = z.infer<typeof evaluationScoreSchema>;

/**
 * `ndcg_at_10` with a gain of 1 for each right answer; `recall_at_10` and `recall_at_100`: share of
 * the right answers among so many results; `mrr`: one over the place of the first one, within 100.
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
  settings: evaluationSettingsSchema,
  scores: scoresSchema,
  /** Scores less those of the first settings; null for the first itself. */
  against_first: scoresSchema.nullable(),
  /** Median of the time that searches took in the service. */
  median_search_ms: z.number(),
  /** Searches that answered with a warning: without the reranker, or by words alone. */
  fallbacks: z.number().int(),
});
export type EvaluationSettingResult = z.infer<typeof evaluationSettingResultSchema>;

export const evaluationRunResultSchema = z.object({
  settings: z.array(evaluationSettingResultSchema),
  questions: z.array(
    z.object({
      id: idSchema,
      query: z.string(),
      /** For each of the settings. `first_rank` is null where no right answer was among 100. */
      results: z.array(
        z.object({ ndcg_at_10: z.number(), first_rank: z.number().int().nullable() }),
      ),
    }),
  ),
});
export type EvaluationRunResult = z.infer<typeof evaluationRunResultSchema>;

export const evaluationRunStatusSchema = z.enum(['running', 'done', 'failed']);

/** `done` and `total` count searches. A failed run says why in `error`. */
export const evaluationRunSchema = z.object({
  id: idSchema,
  status: evaluationRunStatusSchema,
  settings: z.array(evaluationSettingsSchema),
  done: z.number().int(),
  total: z.number().int(),
  /** nDCG@10 of each of the settings; null until it is done. */
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

/** The newest first. */
export const evaluationRunListSchema = z.object({
  runs: z.array(evaluationRunSchema),
  next_cursor: z.string().nullable(),
});
