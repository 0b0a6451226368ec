import { z } from 'zod';
import { askResponseSchema } from '../ask.ts';
import { errorBodySchema } from '../error-body.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/** Of a streamed `POST /api/ask`: what was found, pieces of the answer, then one of the last two. */
export const askEvents = {
  retrieval: askResponseSchema.pick({ chunks: true, retrieval: true }),
  delta: z.object({ text: z.string() }),
  /** The whole answer, after its citations were checked. */
  done: askResponseSchema,
  error: errorBodySchema,
} as const satisfies EventSchemas;
export type AskEvents = WrittenEvents<typeof askEvents>;
