import { z } from 'zod';
import { citationSchema } from './ask.ts';
import { errorBodySchema } from './error-body.ts';
import { collectionFilterSchema } from './search.ts';
import { warningSchema } from './warnings.ts';

/** Model names for the modes of a conversation. */
export const openAiModels = {
  'lectern-knowledge': 'knowledge',
  'lectern-agent': 'agent',
} as const;

export type OpenAiModelName = keyof typeof openAiModels;

/** Name of the suite's embedding model, whichever it is. */
export const openAiEmbeddingModel = 'lectern-embedding';

/**
 * `lectern-knowledge` or `lectern-agent` with the organisation's default model, or followed by `@` and
 * the name or id of a model connection. An unknown name is 404 `model_not_found`.
 */
export const openAiModelNameSchema = z.string().min(1).max(200);

const textPartSchema = z.looseObject({
  type: z.literal('text', 'text is read, no images, files or sound'),
  text: z.string().max(100_000),
});
const textSchema = z.union([z.string().max(100_000), z.array(textPartSchema).max(100)]);

const tokenLimitSchema = z.number().int().positive().nullish();

const toolNameSchema = z.string().regex(/^[\w-]{1,64}$/, 'letters, digits, _ and -, at most 64');
const maxToolsLength = 64_000;

/** Tools that the caller runs itself; for `lectern-agent`. */
export const openAiFunctionSchema = z.looseObject({
  name: toolNameSchema,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});

/** Checks a list of tools: unique names, and at most 64,000 characters of JSON. */
export function areFittingTools(tools: readonly { readonly name: string }[]): boolean {
  const names = new Set(tools.map(({ name }) => name));
  return names.size === tools.length && JSON.stringify(tools).length <= maxToolsLength;
}

export const badToolsMessage = 'at most 64,000 characters of tools, each with a name of its own';

const openAiToolSchema = z.looseObject({
  type: z.literal('function', 'tools are functions'),
  function: openAiFunctionSchema,
});

export const openAiToolCallSchema = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    /** JSON. */
    arguments: z.string().max(100_000),
  }),
});

/**
 * The supported part of OpenAI's request. The last message is the user's and is answered from the
 * documents; earlier messages are its history. Calls of the caller's tools and their results may
 * follow it. System messages are ignored: answers follow the suite's own rules. Options that would
 * change the form of the response and are not supported are rejected; others, such as
 * `temperature`, are accepted without effect.
 */
export const openAiChatRequestSchema = z.looseObject({
  model: openAiModelNameSchema,
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
        content: textSchema.nullish(),
        tool_calls: z.array(z.looseObject(openAiToolCallSchema.shape)).max(100).nullish(),
        tool_call_id: z.string().max(200).nullish(),
      }),
    )
    .min(1)
    .max(500),
  stream: z.boolean().nullish(),
  n: z.literal(1, 'one answer is given').nullish(),
  stop: z.array(z.never('stop sequences are not supported')).nullish(),
  response_format: z.looseObject({ type: z.literal('text', 'answers are text') }).nullish(),
  max_tokens: tokenLimitSchema,
  max_completion_tokens: tokenLimitSchema,
  tools: z
    .array(openAiToolSchema)
    .max(128)
    .refine((tools) => areFittingTools(tools.map((tool) => tool.function)), badToolsMessage)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: toolNameSchema }),
      }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  functions: z.array(z.never('use tools')).nullish(),
  logprobs: z.literal(false, 'log probabilities are not known').nullish(),
  top_logprobs: z.literal(0, 'log probabilities are not known').nullish(),
  logit_bias: z.record(z.string(), z.never('tokens are not weighed')).nullish(),
  audio: z.null('answers are text').optional(),
  web_search_options: z.null('the documents are searched, not the web').optional(),
  modalities: z.array(z.literal('text', 'answers are text')).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  /** Our extension: limits the search. */
  collection_filter: collectionFilterSchema.optional(),
});
export type OpenAiChatRequest = z.output<typeof openAiChatRequestSchema>;

/** A citation of a document with an address, at its mark in the text (code points). */
const annotationSchema = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({
    start_index: z.number().int(),
    end_index: z.number().int(),
    title: z.string(),
    url: z.string(),
  }),
});
export type OpenAiAnnotation = z.infer<typeof annotationSchema>;

const finishReasonSchema = z.enum(['stop', 'length', 'tool_calls']);
export type OpenAiFinishReason = z.infer<typeof finishReasonSchema>;

/** Estimates, since every model counts in its own way. */
export const openAiUsageSchema = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
});
export type OpenAiUsage = z.infer<typeof openAiUsageSchema>;

/** With `stream`, `openAiChunkSchema` as unnamed server-sent events, then `[DONE]`. */
export const openAiChatResponseSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  /** Seconds since 1970. */
  created: z.number().int(),
  model: openAiModelNameSchema,
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal('assistant'),
        /** Null with tool calls. */
        content: z.string().nullable(),
        refusal: z.null(),
        tool_calls: z.array(openAiToolCallSchema).optional(),
        annotations: z.array(annotationSchema),
        citations: z.array(citationSchema),
        abstained: z.boolean(),
        /** Confidence that the documents answer, 0 to 1; absent if they were not searched. */
        evidence: z.number().min(0).max(1).optional(),
        warnings: z.array(warningSchema),
      }),
      finish_reason: finishReasonSchema,
      logprobs: z.null(),
    }),
  ),
  usage: openAiUsageSchema,
});
export type OpenAiChatResponse = z.infer<typeof openAiChatResponseSchema>;

/** A chunk of a streamed response; the last one contains our extensions, or the usage only. */
export const openAiChunkSchema = z.union([
  z.object({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.number().int(),
    model: openAiModelNameSchema,
    choices: z.array(
      z.object({
        index: z.literal(0),
        delta: z.object({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          tool_calls: z.array(openAiToolCallSchema.extend({ index: z.number().int() })).optional(),
          annotations: z.array(annotationSchema).optional(),
          citations: z.array(citationSchema).optional(),
          abstained: z.boolean().optional(),
          evidence: z.number().min(0).max(1).optional(),
          warnings: z.array(warningSchema).optional(),
        }),
        finish_reason: finishReasonSchema.nullable(),
        logprobs: z.null(),
      }),
    ),
    usage: openAiUsageSchema.optional(),
  }),
  /** In place of a chunk: the response broke off. */
  errorBodySchema,
]);
export type OpenAiChunk = z.infer<typeof openAiChunkSchema>;

export const openAiModelSchema = z.object({
  id: openAiModelNameSchema,
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.literal('lectern'),
});

export const openAiModelListSchema = z.object({
  object: z.literal('list'),
  data: z.array(openAiModelSchema),
});
export type OpenAiModelList = z.infer<typeof openAiModelListSchema>;
