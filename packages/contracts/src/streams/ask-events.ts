import { z } from 'zod';
import { askResponseSchema } from '../ask.ts';
import { errorBodySchema } from '../error-body.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/**
 * Events of `POST /api/ask`: the search results, pieces of the answer, then one of the last two.
 */
export const askEvents = {
  retrieval: askResponseSchema.pick({ chunks: true, retrieval: true }),
  delta: z.object({ text: z.string() }),
  /** The whole answer with checked citations. */
  done: askResponseSchema,
  error: errorBodySchema,
} as const satisfies EventSchemas;
export type AskEvents = WrittenEvents<typeof askEvents>;
