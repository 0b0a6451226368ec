import { z } from 'zod';
import { citationSchema } from './ask.ts';
import { errorBodySchema, warningSchema } from './common.ts';
import { collectionFilterSchema } from './search.ts';

/** Names under which OpenAI's clients reach the modes of a conversation. */
export const openAiModels = {
  'lectern-knowledge': 'knowledge',
  'lectern-agent': 'agent',
} as const;

const openAiModelNameSchema = z.enum(['lectern-knowledge', 'lectern-agent']);

const textPartSchema = z.looseObject({ type: z.literal('text'), text: z.string().max(100_000) });
const textSchema = z.union([z.string().max(100_000), z.array(textPartSchema).max(100)]);

const tokenLimitSchema = z.number().int().positive().nullish();

/**
 * The part of OpenAI's request that means something here. The last message is the user's and is
 * answered from the documents; exchanges before it are its history. System messages and messages of
 * tools are read over: an answer keeps to the suite's own rules. What would give the answer another
 * form, and is not done here, is refused; other fields, such as `temperature`, `max_tokens` and
 * `tools`, are taken and have no effect.
 */
export const openAiChatRequestSchema = z.looseObject({
  model: openAiModelNameSchema,
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
        content: textSchema.nullish(),
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
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  /** Ours: where to search. */
  collection_filter: collectionFilterSchema.optional(),
});
export type OpenAiChatRequest = z.output<typeof openAiChatRequestSchema>;

/** A citation whose document has an address, at its mark in the text (code points). */
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

/** Estimates, as every model counts in its own way. */
export const openAiUsageSchema = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
});
export type OpenAiUsage = z.infer<typeof openAiUsageSchema>;

/**
 * With `stream`, `openAiChunkSchema` as unnamed server-sent events, then `[DONE]`.
 */
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
        content: z.string(),
        refusal: z.null(),
        annotations: z.array(annotationSchema),
        citations: z.array(citationSchema),
        abstained: z.boolean(),
        warnings: z.array(warningSchema),
      }),
      finish_reason: z.literal('stop'),
      logprobs: z.null(),
    }),
  ),
  usage: openAiUsageSchema,
});
export type OpenAiChatResponse = z.infer<typeof openAiChatResponseSchema>;

/** A piece of a streamed answer; the last one holds the findings, or the usage alone. */
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
          annotations: z.array(annotationSchema).optional(),
          citations: z.array(citationSchema).optional(),
          abstained: z.boolean().optional(),
          warnings: z.array(warningSchema).optional(),
        }),
        finish_reason: z.literal('stop').nullable(),
        logprobs: z.null(),
      }),
    ),
    usage: openAiUsageSchema.optional(),
  }),
  /** It broke off. */
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
