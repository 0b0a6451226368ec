import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { baseUrlSchema, modelProblemSchema, providerModelSchema } from './models.ts';

/** A server with OpenAI's embeddings API, or a local model. */
export const createEmbeddingModelSchema = z
  .strictObject({
    provider: z.enum(['openai_compatible', 'onnx']),
    /** Name at the API; for `onnx` a folder, or `owner/name` or `owner/name@revision` on the hub. */
    model: providerModelSchema,
    /** Address with its version path; for `openai_compatible` alone. */
    base_url: baseUrlSchema.nullable().default(null),
    /** Stored sealed and never read back; for `openai_compatible` alone. */
    api_key: z.string().trim().min(1).max(2_000).nullable().default(null),
    /** Length of a vector; for `openai_compatible` alone. Null: the server is asked. */
    dimensions: z.number().int().min(8).max(8_192).nullable().default(null),
    /** Prefixes of each query and each passage, as in the training of the model. */
    query_prefix: z.string().max(2_000).nullable().default(null),
    passage_prefix: z.string().max(2_000).nullable().default(null),
  })
  .refine(({ provider, base_url }) => (provider === 'onnx') === (base_url === null), {
    path: ['base_url'],
    message: 'belongs to openai_compatible',
  })
  .refine(({ provider, dimensions }) => provider !== 'onnx' || dimensions === null, {
    path: ['dimensions'],
    message: 'belongs to openai_compatible',
  })
  .refine(({ provider, api_key }) => provider !== 'onnx' || api_key === null, {
    path: ['api_key'],
    message: 'belongs to openai_compatible',
  });
export type CreateEmbeddingModel = z.output<typeof createEmbeddingModelSchema>;

export const embeddingModelSchema = z.object({
  id: idSchema,
  provider: z.enum(['built_in', 'environment', 'openai_compatible', 'onnx']),
  model: z.string(),
  base_url: z.string().nullable(),
  has_api_key: z.boolean(),
  dimensions: z.number().int(),
  /**
   * The model `active` answers searches. The index of `building` is built, that of `waiting` soon,
   * before the switch to it.
   */
  state: z.enum(['active', 'building', 'waiting', 'idle']),
  /** Documents of the index that is being built; null if none is. */
  progress: z
    .object({
      documents_done: z.number().int(),
      documents_total: z.number().int(),
      /** Why it waits, in English; null while it continues. */
      problem: z.string().nullable(),
      reason: modelProblemSchema.nullable(),
    })
    .nullable(),
});
export type EmbeddingModel = z.infer<typeof embeddingModelSchema>;

/** The built-in model and the environment's first, then in order of creation. */
export const embeddingModelListSchema = z.object({ models: z.array(embeddingModelSchema) });
