import { z } from 'zod';
import { completionResponseSchema } from '../chat.ts';
import { errorBodySchema } from '../error-body.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/** Events of a bare completion: pieces of the text, then one of the last two. */
export const completionEvents = {
  delta: z.object({ text: z.string() }),
  done: completionResponseSchema,
  error: errorBodySchema,
} as const satisfies EventSchemas;
export type CompletionEvents = WrittenEvents<typeof completionEvents>;
