import { citationSchema, warningSchema } from '@lectern/contracts';
import { z } from 'zod';

/** The parts of a streamed turn that a terminal shows. Others are passed over. */
export const askPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({
    type: z.literal('data-status'),
    data: z.object({ event: z.enum(['tool_start', 'tool_end']), title: z.string() }),
  }),
  z.object({
    type: z.literal('data-citations'),
    data: z.object({
      answer: z.string(),
      abstained: z.boolean(),
      citations: z.array(citationSchema),
      warnings: z.array(warningSchema).default([]),
    }),
  }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('abort') }),
]);
export type AskPart = z.infer<typeof askPartSchema>;
export type CheckedAnswer = Extract<AskPart, { type: 'data-citations' }>['data'];
