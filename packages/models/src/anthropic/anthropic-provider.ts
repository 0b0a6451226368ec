import { serviceUrlSchema } from '@lectern/service';
import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { createAnthropicModel } from './anthropic-model.ts';

/** Anthropic's own address. */
export const anthropicAddress = 'https://api.anthropic.com';

const settings = z.object({
  /** Address of the Messages API, without `/v1`. Default: Anthropic's own. */
  MODEL_BASE_URL: serviceUrlSchema.optional(),
  MODEL_API_KEY: z.string().min(1),
  MODEL_NAME: z.string(),
});

/** Claude, at Anthropic or behind a proxy for its Messages API. */
export const anthropicProvider = defineProvider(
  settings,
  ({ MODEL_BASE_URL = anthropicAddress, MODEL_API_KEY, MODEL_NAME }, { timeoutMs }) =>
    createAnthropicModel({
      baseUrl: MODEL_BASE_URL,
      apiKey: MODEL_API_KEY,
      name: MODEL_NAME,
      timeoutMs,
    }),
);
