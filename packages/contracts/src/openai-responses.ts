import { z } from 'zod';
import { citationSchema } from './ask.ts';
import {
  areFittingTools,
  badToolsMessage,
  openAiFunctionSchema,
  openAiModelNameSchema,
} from './openai.ts';
import { collectionFilterSchema } from './search.ts';
import { warningSchema } from './warnings.ts';

const textPartSchema = z.looseObject({
  type: z.enum(['input_text', 'output_text', 'text'], 'text is read, no images, files or sound'),
  text: z.string().max(100_000),
});
const contentSchema = z.union([z.string().max(100_000), z.array(textPartSchema).max(100)]);

const messageSchema = z.looseObject({
  type: z.literal('message').nullish(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: contentSchema,
});
const functionCallSchema = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().max(200),
  name: z.string().max(64),
  arguments: z.string().max(100_000),
});
const functionOutputSchema = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string().max(200),
  output: contentSchema,
});

/** An item of the conversation; reasoning is ignored. */
export const openAiInputItemSchema = z.union([
  messageSchema,
  functionCallSchema,
  functionOutputSchema,
  z.looseObject({ type: z.literal('reasoning') }),
]);
export type OpenAiInputItem = z.output<typeof openAiInputItemSchema>;

const toolSchema = openAiFunctionSchema.extend({
  type: z.literal('function', 'tools are functions'),
});

/**
 * The supported part of the request. Nothing is stored, so the whole conversation is in `input`;
 * requests that need stored responses, or another form of response, are rejected.
 */
export const openAiResponsesRequestSchema = z.looseObject({
  model: openAiModelNameSchema,
  input: z.union([z.string().min(1).max(100_000), z.array(openAiInputItemSchema).min(1).max(500)]),
  instructions: z.string().max(100_000).nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
  previous_response_id: z.null('answers are not stored: send the whole conversation').optional(),
  conversation: z.null('answers are not stored: send the whole conversation').optional(),
  prompt: z.null('prompts are not stored').optional(),
  background: z.literal(false, 'answers are given at once').nullish(),
  text: z
    .looseObject({
      format: z.looseObject({ type: z.literal('text', 'answers are text') }).nullish(),
    })
    .nullish(),
  tools: z.array(toolSchema).max(128).refine(areFittingTools, badToolsMessage).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.literal('function'), name: z.string().max(64) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  /** Our extension: limits the search. */
  collection_filter: collectionFilterSchema.optional(),
});
export type OpenAiResponsesRequest = z.output<typeof openAiResponsesRequestSchema>;

const statusSchema = z.enum(['in_progress', 'completed', 'incomplete']);

/** A citation; both indexes are those of its mark in the text, in code points. */
export const responseAnnotationSchema = z.object({
  type: z.literal('url_citation'),
  start_index: z.number().int(),
  end_index: z.number().int(),
  title: z.string(),
  url: z.string(),
});

export const responseTextSchema = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(responseAnnotationSchema),
  logprobs: z.array(z.never()),
});

export const responseItemSchema = z.union([
  z.object({
    type: z.literal('message'),
    id: z.string(),
    status: statusSchema,
    role: z.literal('assistant'),
    content: z.array(responseTextSchema),
  }),
  z.object({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    status: statusSchema,
  }),
]);
export type ResponseItem = z.infer<typeof responseItemSchema>;

/** A response. The last four members are our extensions. */
export const openAiResponseSchema = z.object({
  id: z.string(),
  object: z.literal('response'),
  /** Seconds since 1970. */
  created_at: z.number().int(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
  instructions: z.string().nullable(),
  max_output_tokens: z.number().int().nullable(),
  model: openAiModelNameSchema,
  output: z.array(responseItemSchema),
  parallel_tool_calls: z.boolean(),
  previous_response_id: z.null(),
  reasoning: z.object({ effort: z.null(), summary: z.null() }),
  store: z.literal(false),
  temperature: z.literal(0),
  text: z.object({ format: z.object({ type: z.literal('text') }) }),
  tool_choice: z.union([z.string(), z.looseObject({ type: z.literal('function') })]),
  tools: z.array(z.looseObject({ type: z.literal('function') })),
  top_p: z.literal(1),
  truncation: z.literal('disabled'),
  /** Estimates. */
  usage: z
    .object({
      input_tokens: z.number().int(),
      input_tokens_details: z.object({ cached_tokens: z.literal(0) }),
      output_tokens: z.number().int(),
      output_tokens_details: z.object({ reasoning_tokens: z.literal(0) }),
      total_tokens: z.number().int(),
    })
    .nullable(),
  metadata: z.record(z.string(), z.string()),
  citations: z.array(citationSchema),
  abstained: z.boolean(),
  /** Confidence that the documents answer, 0 to 1; absent if they were not searched. */
  evidence: z.number().min(0).max(1).optional(),
  warnings: z.array(warningSchema),
});
export type OpenAiResponse = z.infer<typeof openAiResponseSchema>;
