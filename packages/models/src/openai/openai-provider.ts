import { serviceUrlSchema } from '@lectern/service';
import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { createOpenaiModel } from './openai-model.ts';

const settings = z.object({
  /** An OpenAI-compatible API with its version path. */
  MODEL_BASE_URL: serviceUrlSchema,
  MODEL_API_KEY: z.string().optional(),
  MODEL_NAME: z.string(),
});

/** Any API that is compatible with OpenAI's chat completions. */
export const openaiProvider = defineProvider(
  settings,
  ({ MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME }, { timeoutMs }) =>
    createOpenaiModel({
      baseUrl: MODEL_BASE_URL,
      apiKey: MODEL_API_KEY,
      name: MODEL_NAME,
      timeoutMs,
    }),
);
