import type { GuardedFetch } from '@lectern/service';
import { createAnthropicModel } from './anthropic/anthropic-model.ts';
import { anthropicAddress } from './anthropic/anthropic-provider.ts';
import { createExtractiveModel } from './extractive/extractive-model.ts';
import type { ConnectedModel, LanguageModel } from './language-model.ts';
import { createOpenaiModel } from './openai/openai-model.ts';

export interface ConnectionOptions {
  /** Maximum time to the model's first token and between tokens. */
  readonly timeoutMs: number;
  readonly fetch: GuardedFetch;
}

/** Opens a model whose address an untrusted person chose. */
export function openConnectedModel(
  { provider, baseUrl, model: name, apiKey }: ConnectedModel,
  options: ConnectionOptions,
): LanguageModel {
  switch (provider) {
    case 'built_in':
      return createExtractiveModel();
    case 'anthropic': {
      const baseUrlOrOwn = baseUrl ?? anthropicAddress;
      return createAnthropicModel({
        ...options,
        baseUrl: baseUrlOrOwn,
        apiKey: apiKey ?? '',
        name,
      });
    }
    default:
      return createOpenaiModel({
        ...options,
        baseUrl: baseUrl ?? '',
        apiKey: apiKey ?? undefined,
        name,
      });
  }
}
