import { providerConfigShape, providerNames, providers } from '@lectern/models/providers';
import {
  databaseConfigShape,
  listSchema,
  millisecondsSchema,
  sealingKeysSchema,
  serviceConfigShape,
  serviceUrlSchema,
  signingKeySchema,
  switchSchema,
} from '@lectern/service';
import { z } from 'zod';
import { agentConfigShape } from './agent/agent-config.ts';
import { registrySettingSchema } from './research/node-registry.ts';

/** Settings of the llm service, by the names of their variables. */
export const configSchema = z
  .object({
    ...serviceConfigShape,
    ...databaseConfigShape,
    /** The MCP service; `/mcp` is appended. */
    MCP_SERVICE_URL: serviceUrlSchema,
    /** The knowledge service, which decides the quotes of stored answers that may still be shown. */
    RAG_SERVICE_URL: serviceUrlSchema,
    /** With `INTERNAL_SIGNING_KEY`, turns of a lost process continue with a new token. */
    GATEWAY_URL: serviceUrlSchema.optional(),
    INTERNAL_SIGNING_KEY: signingKeySchema.optional(),
    /** Public address of the web app, to which citations link. */
    LECTERN_PUBLIC_URL: serviceUrlSchema.default('http://localhost:8000'),
    MODEL_PROVIDER: z.enum(providerNames).default('extractive'),
    ...providerConfigShape,
    ...agentConfigShape,
    /** Time limit for the model's first token, and between tokens. */
    MODEL_TIMEOUT_MS: millisecondsSchema.default(30_000),
    /** Maximum tokens of prompt and answer together. */
    MODEL_CONTEXT_TOKENS: z.coerce.number().int().min(500).max(2_000_000).default(8_000),
    /** Hosts of connected models that may be private and use plain http. */
    MODEL_ALLOW_PRIVATE_HOSTS: listSchema.default([]),
    /** Seal the keys of connected models: `id:key`, the newest first. */
    CREDENTIAL_KEYS: sealingKeysSchema,
    /** JSON file with limits of the research nodes, merged over the defaults. */
    RESEARCH_REGISTRY: registrySettingSchema.optional(),
    /** Records every run on a LangSmith server. */
    LANGSMITH_TRACING: switchSchema.default(false),
    LANGSMITH_ENDPOINT: serviceUrlSchema.default('https://api.smith.langchain.com'),
    /** Required by `LANGSMITH_TRACING`. */
    LANGSMITH_API_KEY: z.string().min(1).optional(),
    LANGSMITH_PROJECT: z.string().min(1).default('lectern'),
    /** Sends questions, passages and answers too, not only their ids and scores. */
    LANGSMITH_INCLUDE_TEXT: switchSchema.default(false),
  })
  .superRefine((config, context) => {
    if (config.LANGSMITH_TRACING && !config.LANGSMITH_API_KEY) {
      const message = 'is needed by LANGSMITH_TRACING';
      context.addIssue({ code: 'custom', path: ['LANGSMITH_API_KEY'], message });
    }
    const { MODEL_PROVIDER } = config;
    const wrong = providers[MODEL_PROVIDER].settings.safeParse(config).error?.issues ?? [];
    for (const { path, message } of wrong) {
      const isMissing = (config as Record<PropertyKey, unknown>)[path[0] ?? ''] === undefined;
      const problem = isMissing ? `is needed by ${MODEL_PROVIDER}` : message;
      context.addIssue({ code: 'custom', path, message: problem });
    }
  });
export type Config = Readonly<z.output<typeof configSchema>>;
