import { z } from 'zod';
import {
  openAiResponseSchema,
  responseAnnotationSchema,
  responseItemSchema,
  responseTextSchema,
} from '../openai-responses.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

const sequence = { sequence_number: z.number().int() };
const item = { ...sequence, output_index: z.number().int() };
const part = { ...item, item_id: z.string(), content_index: z.literal(0) };

function ofType<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/** Events of `POST /v1/responses`, in OpenAI's order. Each repeats its name in `type`. */
export const responseEvents = {
  'response.created': ofType('response.created', { ...sequence, response: openAiResponseSchema }),
  'response.in_progress': ofType('response.in_progress', {
    ...sequence,
    response: openAiResponseSchema,
  }),
  'response.output_item.added': ofType('response.output_item.added', {
    ...item,
    item: responseItemSchema,
  }),
  'response.content_part.added': ofType('response.content_part.added', {
    ...part,
    part: responseTextSchema,
  }),
  'response.output_text.delta': ofType('response.output_text.delta', {
    ...part,
    delta: z.string(),
    logprobs: z.array(z.never()),
  }),
  'response.output_text.annotation.added': ofType('response.output_text.annotation.added', {
    ...part,
    annotation_index: z.number().int(),
    annotation: responseAnnotationSchema,
  }),
  'response.output_text.done': ofType('response.output_text.done', {
    ...part,
    text: z.string(),
    logprobs: z.array(z.never()),
  }),
  'response.content_part.done': ofType('response.content_part.done', {
    ...part,
    part: responseTextSchema,
  }),
  'response.function_call_arguments.delta': ofType('response.function_call_arguments.delta', {
    ...item,
    item_id: z.string(),
    delta: z.string(),
  }),
  'response.function_call_arguments.done': ofType('response.function_call_arguments.done', {
    ...item,
    item_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  'response.output_item.done': ofType('response.output_item.done', {
    ...item,
    item: responseItemSchema,
  }),
  'response.completed': ofType('response.completed', {
    ...sequence,
    response: openAiResponseSchema,
  }),
  'response.incomplete': ofType('response.incomplete', {
    ...sequence,
    response: openAiResponseSchema,
  }),
  'response.failed': ofType('response.failed', { ...sequence, response: openAiResponseSchema }),
} as const satisfies EventSchemas;
export type ResponseEvents = WrittenEvents<typeof responseEvents>;
