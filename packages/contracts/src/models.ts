import { z } from 'zod';
import { baseAddressSchema } from './addresses.ts';
import { type ModelProblem, modelProblems } from './errors.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { pageQuerySchema } from './query-values.ts';
import { visibilitySchema } from './visibility.ts';

/** `openai_compatible`: any API with OpenAI's chat completions; `built_in`: quotes, reads nothing. */
export const modelProviderSchema = z.enum(['openai_compatible', 'anthropic', 'built_in']);

/** Abilities of a connection, found by trying it. */
export const modelCapabilitiesSchema = z.strictObject({
  /** Calls a tool where it fits. */
  tools: z.boolean(),
  /** Calls a tool where one is required. */
  forced_tool: z.boolean(),
  /** Answers in the form of a JSON schema. */
  json_schema: z.boolean(),
  /** Reads pictures. */
  vision: z.boolean(),
});
export type ModelCapabilities = z.infer<typeof modelCapabilitiesSchema>;

/**
 * Address of a provider's API without credentials and query, for `openai_compatible` with its
 * version path, for example `https://api.openai.com/v1`.
 */
export const baseUrlSchema = baseAddressSchema().overwrite((url) => url.replace(/\/+$/, ''));

/** Price of a million tokens, for the costs in usage reports. */
export const modelPriceSchema = z.strictObject({
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, for example EUR'),
});

/** Name of a model at its provider, on one line. */
export const providerModelSchema = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters');

const writable = {
  /** Unique, also among the models of the environment. */
  name: nameSchema(100)
    .refine((name) => !name.includes('@'), 'must not contain @')
    .refine((name) => !z.guid().safeParse(name).success, 'must not be a UUID'),
  provider: modelProviderSchema.exclude(['built_in']),
  /** Null for Anthropic's own address. */
  base_url: baseUrlSchema.nullable(),
  /** Name of the model at the provider. */
  model: providerModelSchema,
  /** Never returned; null removes it. */
  api_key: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^[\x21-\x7e]*$/, 'must be printable characters without spaces')
    .nullable(),
  /** Maximum tokens of prompt and answer together. */
  context_tokens: z.number().int().min(500).max(2_000_000),
  /** Null: 0 where the suite sets none. */
  temperature: z.number().min(0).max(2).nullable(),
  /** Maximum tokens of an answer; null: the suite's own limits. */
  max_answer_tokens: z.number().int().min(16).max(200_000).nullable(),
  /** Null: unknown. */
  price: modelPriceSchema.nullable(),
  capabilities: modelCapabilitiesSchema,
  is_default: z.boolean(),
  /** Connections that answer, in this order, where this one is unavailable. */
  fallback_ids: z.array(idSchema).max(5),
  visibility: visibilitySchema,
};

function needsAddress({ provider, base_url }: { provider: string; base_url?: string | null }) {
  return provider === 'anthropic' || typeof base_url === 'string';
}
const addressProblem = { path: ['base_url'], message: 'is needed by openai_compatible' };

export const createModelSchema = z
  .strictObject({
    name: writable.name,
    provider: writable.provider,
    base_url: writable.base_url.default(null),
    model: writable.model,
    api_key: writable.api_key.default(null),
    context_tokens: writable.context_tokens.default(8_000),
    temperature: writable.temperature.default(null),
    max_answer_tokens: writable.max_answer_tokens.default(null),
    price: writable.price.default(null),
    /** Default: the suite tries the connection. */
    capabilities: writable.capabilities.optional(),
    /** Default: true where only the built-in model answered before. */
    is_default: writable.is_default.optional(),
    fallback_ids: writable.fallback_ids.default([]),
    visibility: writable.visibility.default({ everyone: true, roles: [], team_ids: [] }),
  })
  .refine(needsAddress, addressProblem);
export type CreateModel = z.output<typeof createModelSchema>;

/** A new address removes the stored key unless `api_key` comes with it. */
export const updateModelSchema = z.strictObject(writable).partial();
export type UpdateModel = z.output<typeof updateModelSchema>;

export const modelProblemSchema = z.enum(Object.keys(modelProblems) as [ModelProblem]);

/** Reason of a connection's failure; `address_refused`: it is in a network that is not permitted. */
export const modelFailureSchema = z.enum(['address_refused', ...modelProblemSchema.options]);
export type ModelFailure = z.infer<typeof modelFailureSchema>;

export const modelHealthSchema = z.object({
  state: z.enum(['unknown', 'healthy', 'failing']),
  since: timestampSchema.nullable(),
  /** The last failure in English without text of the vendor; null while it works. */
  message: z.string().nullable(),
  reason: modelFailureSchema.nullable(),
});

export const modelConnectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  provider: modelProviderSchema,
  /** Null for the built-in model, for Anthropic's own address, and for callers without the role and the scope of an admin. */
  base_url: z.string().nullable(),
  model: z.string(),
  /** The key itself is never returned. */
  has_api_key: z.boolean(),
  context_tokens: z.number().int(),
  temperature: z.number().nullable(),
  max_answer_tokens: z.number().int().nullable(),
  price: modelPriceSchema.nullable(),
  capabilities: modelCapabilitiesSchema,
  /** True for the connection that answers the caller where a message names none. */
  is_default: z.boolean(),
  fallback_ids: z.array(idSchema),
  visibility: visibilitySchema,
  health: modelHealthSchema,
  /** Entries of the environment and the built-in model cannot be changed here. */
  source: z.enum(['page', 'environment']),
});
export type ModelConnection = z.infer<typeof modelConnectionSchema>;

/** The model that wrote an answer, as its connection was then. */
export const answerModelSchema = z.object({
  /** Id of the connection, which may have been removed since. */
  id: idSchema,
  /** Name of the connection. */
  name: z.string(),
  /** Name of the model at its provider. */
  model: z.string(),
});
export type AnswerModel = z.infer<typeof answerModelSchema>;

/** Id or name of a model connection; an unknown one is 404 `model_not_found`. */
export const modelReferenceSchema = z.string().trim().min(1).max(200);

export const modelListQuerySchema = z.strictObject(pageQuerySchema.shape);
/** The default first, then by name. */
export const modelConnectionListSchema = z.object({
  models: z.array(modelConnectionSchema),
  next_cursor: z.string().nullable(),
});

/**
 * A connection to try: a stored one by its `id`, whose values the other fields replace, or a new one.
 * A stored key goes to the stored address alone.
 */
export const testModelSchema = z
  .strictObject({
    id: idSchema.optional(),
    provider: writable.provider.optional(),
    base_url: writable.base_url.optional(),
    model: writable.model.optional(),
    api_key: writable.api_key.optional(),
  })
  .refine(({ id, provider }) => id !== undefined || provider !== undefined, {
    path: ['provider'],
    message: 'is needed without an id',
  })
  .refine(({ id, model }) => id !== undefined || model !== undefined, {
    path: ['model'],
    message: 'is needed without an id',
  })
  .refine(
    ({ id, provider, base_url }) =>
      id !== undefined || provider === undefined || needsAddress({ provider, base_url }),
    addressProblem,
  );
export type TestModel = z.output<typeof testModelSchema>;

export const modelCheckSchema = z.object({
  check: z.enum(['plain', 'streaming', 'tools', 'forced_tool', 'json_schema', 'vision']),
  ok: z.boolean(),
  /** One sentence in English. */
  message: z.string(),
});
export type ModelCheck = z.infer<typeof modelCheckSchema>;

export const modelTestResultSchema = z.object({
  /** True if the model answers a question. */
  ok: z.boolean(),
  capabilities: modelCapabilitiesSchema,
  /** Time of a short answer, from the request to its end. */
  latency_ms: z.number(),
  /** Absent if `ok`. */
  error: z.object({ code: modelFailureSchema, message: z.string() }).optional(),
  /** Tries in their order; empty where the model does not answer at all. */
  checks: z.array(modelCheckSchema),
});
export type ModelTestResult = z.infer<typeof modelTestResultSchema>;

export const discoveredModelsSchema = z.object({
  servers: z.array(
    z.object({
      base_url: z.string(),
      kind: z.enum(['ollama', 'lm_studio', 'llama_cpp', 'vllm']),
      /** Names of its models. */
      models: z.array(z.string()),
    }),
  ),
});
export type DiscoveredModels = z.infer<typeof discoveredModelsSchema>;
