import {
  databaseConfigShape,
  millisecondsSchema,
  serviceConfigShape,
  serviceUrlSchema,
  switchSchema,
} from '@lectern/service';
import { z } from 'zod';
import { modelProviders } from './providers/create-language-model.ts';

/** Settings of the llm service, by the names of their variables. */
export const configSchema = z
  .object({
    ...serviceConfigShape,
    ...databaseConfigShape,
    /** The MCP service; `/mcp` is appended. */
    MCP_SERVICE_URL: serviceUrlSchema,
    MODEL_PROVIDER: z.enum(modelProviders).default('extractive'),
    /** An OpenAI-compatible API with its version path. Needed by `openai`. */
    MODEL_BASE_URL: serviceUrlSchema.optional(),
    MODEL_API_KEY: z.string().optional(),
    /** Needed by `openai`. */
    MODEL_NAME: z.string().optional(),
    /** To the model's first token and between tokens. */
    MODEL_TIMEOUT_MS: millisecondsSchema.default(30_000),
    /** What prompt and answer may take together. */
    MODEL_CONTEXT_TOKENS: z.coerce.number().int().min(500).max(2_000_000).default(8_000),
    /** Days after which a graph's checkpoints go; those of a turn go with its end. */
    CHECKPOINT_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
    /** Runs of the agent are recorded on a LangSmith server. */
    LANGSMITH_TRACING: switchSchema.default(false),
    LANGSMITH_ENDPOINT: serviceUrlSchema.default('https://api.smith.langchain.com'),
    /** Needed by `LANGSMITH_TRACING`. */
    LANGSMITH_API_KEY: z.string().min(1).optional(),
    LANGSMITH_PROJECT: z.string().min(1).default('lectern'),
    /** Questions, passages and answers go there too, not only their ids and scores. */
    LANGSMITH_INCLUDE_TEXT: switchSchema.default(false),
  })
  .superRefine((config, context) => {
    if (config.LANGSMITH_TRACING && !config.LANGSMITH_API_KEY) {
      const message = 'is needed by LANGSMITH_TRACING';
      context.addIssue({ code: 'custom', path: ['LANGSMITH_API_KEY'], message });
    }
    if (config.MODEL_PROVIDER !== 'openai') return;
    for (const name of ['MODEL_BASE_URL', 'MODEL_NAME'] as const) {
      if (!config[name]) {
        context.addIssue({ code: 'custom', path: [name], message: 'is needed by openai' });
      }
    }
  });
export type Config = Readonly<z.output<typeof configSchema>>;
