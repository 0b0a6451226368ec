import { z } from 'zod';
import { queryNumberSchema } from './query-values.ts';

export const usageQuerySchema = z.strictObject({
  /** Number of days up to today, in UTC. */
  days: queryNumberSchema({ min: 1, max: 90, otherwise: 30 }),
});

/** Answers of the organisation by the day of the question. */
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

/** Every day, oldest first. */
export const usageSchema = z.object({ days: z.array(usageDaySchema) });
