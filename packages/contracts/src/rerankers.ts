import { z } from 'zod';
import { idSchema } from './ids-and-times.ts';
import { baseUrlSchema, modelProblemSchema, providerModelSchema } from './models.ts';

/** A server with the API of Cohere, Jina or Text Embeddings Inference, or a local model. */
export const createRerankerSchema = z
  .strictObject({
    provider: z.enum(['cohere', 'jina', 'tei', 'onnx']),
    /** Name at the server; for `onnx` a folder, or `owner/name` or `owner/name@revision` on the hub. */
    model: providerModelSchema.nullable().default(null),
    /** Address with its version path, to which `/rerank` is appended; absent for `onnx`. */
    base_url: baseUrlSchema.nullable().default(null),
    /** Stored sealed and never read back; absent for `onnx`. */
    api_key: z.string().trim().min(1).max(2_000).nullable().default(null),
  })
  .refine(({ provider, base_url }) => (provider === 'onnx') === (base_url === null), {
    path: ['base_url'],
    message: 'belongs to a server',
  })
  .refine(({ provider, api_key }) => provider !== 'onnx' || api_key === null, {
    path: ['api_key'],
    message: 'belongs to a server',
  })
  .refine(({ provider, model }) => provider === 'tei' || model !== null, {
    path: ['model'],
    message: 'is required',
  });
export type CreateReranker = z.output<typeof createRerankerSchema>;

export const rerankerSchema = z.object({
  id: idSchema,
  /** `none` leaves results in the order of the fusion. */
  provider: z.enum(['none', 'environment', 'cohere', 'jina', 'tei', 'onnx']),
  model: z.string().nullable(),
  base_url: z.string().nullable(),
  has_api_key: z.boolean(),
  state: z.enum(['active', 'idle']),
  /** Why the active one failed last, in English; null after a success. */
  problem: z.string().nullable(),
  reason: modelProblemSchema.nullable(),
});
export type Reranker = z.infer<typeof rerankerSchema>;

/** `none` and the environment's first, then in order of creation. */
export const rerankerListSchema = z.object({ rerankers: z.array(rerankerSchema) });
