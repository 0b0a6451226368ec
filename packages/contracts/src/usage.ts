import { z } from 'zod';
import { queryNumberSchema } from './query-values.ts';

export const usageQuerySchema = z.strictObject({
  /** So many days back, today among them, in UTC. */
  days: queryNumberSchema({ min: 1, max: 90, otherwise: 30 }),
});

/** Answers of the organisation by the day on which they were asked for. */
export const usageDaySchema = z.object({
  /** `2026-05-17`, in UTC. */
  date: z.iso.date(),
  questions: z.number().int(),
  /** Who asked. */
  people: z.number().int(),
  answered: z.number().int(),
  /** The documents did not answer it. */
  abstained: z.number().int(),
  failed: z.number().int(),
  /** Ratings of these answers, whenever they came. */
  rated_good: z.number().int(),
  rated_bad: z.number().int(),
  /** Half of the finished answers took no longer; null without one. */
  median_ms: z.number().nullable(),
});
export type UsageDay = z.infer<typeof usageDaySchema>;

/** Every day, the oldest first. */
export const usageSchema = z.object({ days: z.array(usageDaySchema) });
