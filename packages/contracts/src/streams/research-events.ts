import { errorBodySchema } from '../error-body.ts';
import { researchResponseSchema } from '../research/answer.ts';
import { researchNodeEventSchema, researchPartialEventSchema } from '../research/runs.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/**
 * Events of `POST /api/research` and of a resumed run: nodes and tables as they come, then one of
 * the last two.
 */
export const researchEvents = {
  node: researchNodeEventSchema,
  partial: researchPartialEventSchema,
  /** The whole result, the same as without events. */
  done: researchResponseSchema,
  error: errorBodySchema,
} as const satisfies EventSchemas;
export type ResearchEvents = WrittenEvents<typeof researchEvents>;
