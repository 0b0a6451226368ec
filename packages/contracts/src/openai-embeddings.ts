import { z } from 'zod';
import { openAiModelNameSchema } from './openai.ts';

const maxTexts = 512;
const maxTextLength = 32_000;

const textSchema = z.string().min(1).max(maxTextLength);

/** `input` is one text or up to 512 texts of at most 32,000 characters; no token numbers. */
export const openAiEmbeddingsRequestSchema = z.looseObject({
  model: openAiModelNameSchema,
  input: z.union(
    [textSchema, z.array(textSchema).min(1).max(maxTexts)],
    `a text or 1 to ${maxTexts} texts, each of 1 to ${maxTextLength} characters`,
  ),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  /** Only the model's own number is accepted. */
  dimensions: z.number().int().positive().nullish(),
  /** Our extension: questions and passages may be embedded differently. Default `passage`. */
  input_type: z.enum(['query', 'passage']).nullish(),
});

/** `base64` contains little-endian 32-bit floats. */
export const openAiEmbeddingsResponseSchema = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: z.number().int(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  model: z.string(),
  /** Estimates. */
  usage: z.object({ prompt_tokens: z.number().int(), total_tokens: z.number().int() }),
});
export type OpenAiEmbeddingsResponse = z.infer<typeof openAiEmbeddingsResponseSchema>;
