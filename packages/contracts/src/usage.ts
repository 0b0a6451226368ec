import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { optionalQueryNumberSchema, pageQuerySchema } from './query-values.ts';

/** Maximum days of a usage report. */
export const maxUsageDays = 366;

/** A day in UTC, or a time of which the day counts. */
const dayQuerySchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();

export const usageGroupSchema = z.enum(['person', 'model', 'day']);
export type UsageGroup = z.infer<typeof usageGroupSchema>;

export const usageQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  /** First day. Default: 29 days before `to`. */
  from: dayQuerySchema,
  /** Last day. Default: today. */
  to: dayQuerySchema,
  by: usageGroupSchema.default('day'),
  /** Number of days up to `to`, in place of `from`. */
  days: optionalQueryNumberSchema({ min: 1, max: 90 }),
});

/** Answers by the day of the question. */
export const usageDaySchema = z.object({
  /** `2026-05-17`, in UTC. */
  date: z.iso.date(),
  questions: z.number().int(),
  /** Number of people who asked. */
  people: z.number().int(),
  answered: z.number().int(),
  /** Number of answers that the documents did not contain. */
  abstained: z.number().int(),
  failed: z.number().int(),
  /** Ratings of these answers, at any time. */
  rated_good: z.number().int(),
  rated_bad: z.number().int(),
  /** Median time of finished answers; null without one. */
  median_ms: z.number().nullable(),
});
export type UsageDay = z.infer<typeof usageDaySchema>;

/** Model calls. A call that a provider's client repeats counts once. */
const modelUseShape = {
  calls: z.number().int(),
  /** Number of calls that ended with an error. */
  failed_calls: z.number().int(),
  /** Number of calls whose tokens are estimated, since the provider counted none. */
  estimated_calls: z.number().int(),
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  /** Time of all calls together. */
  duration_ms: z.number().int(),
  /** By the present prices of the connections; empty where none has a price. */
  costs: z.array(z.object({ currency: z.string(), amount: z.number() })),
};

export const modelUseSchema = z.object({
  /** Id of the person or of the connection, or the day. */
  id: z.string(),
  /** Name of the connection; null for people and days. */
  name: z.string().nullable(),
  /** Name of the model at its provider; null for people and days. */
  model: z.string().nullable(),
  ...modelUseShape,
});
export type ModelUse = z.infer<typeof modelUseSchema>;

/**
 * Usage of the organisation for owners and admins with the scope `admin`, otherwise of the caller.
 * `usage` is ordered by tokens, the most first; days by date, the oldest first and without gaps.
 */
export const usageSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: usageGroupSchema,
  /** `organisation`, or `person` where only the caller's own usage is shown. */
  scope: z.enum(['organisation', 'person']),
  usage: z.array(modelUseSchema),
  next_cursor: z.string().nullable(),
  total: z.object(modelUseShape),
  /** Questions and answers of every day, the oldest first. */
  days: z.array(usageDaySchema),
});
export type Usage = z.infer<typeof usageSchema>;

export const budgetScopeSchema = z.enum(['organisation', 'team', 'person']);
export const budgetPeriodSchema = z.enum(['day', 'month']);

/** A limit of the tokens of a day or a month in UTC. Tokens of the built-in model do not count. */
export const setBudgetSchema = z
  .strictObject({
    scope: budgetScopeSchema,
    /** Id of the team or the person; null for the organisation. */
    subject_id: z.string().min(1).max(100).nullable().default(null),
    period: budgetPeriodSchema,
    /** Maximum tokens in and out together. */
    tokens: z.number().int().min(0).max(1_000_000_000_000),
  })
  .refine(({ scope, subject_id }) => (scope === 'organisation') === (subject_id === null), {
    path: ['subject_id'],
    message: 'names the team or the person, and nothing for the organisation',
  });
export type SetBudget = z.output<typeof setBudgetSchema>;

export const budgetSchema = z.object({
  id: idSchema,
  scope: budgetScopeSchema,
  subject_id: z.string().nullable(),
  period: budgetPeriodSchema,
  tokens: z.number().int(),
  /** Tokens of the present period. */
  used: z.number().int(),
  /** Tokens that are left; 0 if none. */
  left: z.number().int(),
  /** Start of the next period. */
  resets_at: z.iso.datetime(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** All budgets for owners and admins with the scope `admin`, otherwise those of the caller. */
export const budgetListSchema = z.object({
  budgets: z.array(budgetSchema),
  next_cursor: z.string().nullable(),
});
