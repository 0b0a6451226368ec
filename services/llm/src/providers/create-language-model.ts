import { AppError } from '@lectern/contracts';
import type { LanguageModel } from '../ports/language-model.ts';
import { createExtractiveModel } from './extractive/extractive-model.ts';
import { createOpenaiModel } from './openai/openai-model.ts';

/** What a provider may need; which of these, the provider says. */
export interface ModelSettings {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly name: string | undefined;
  readonly timeoutMs: number;
}

/** All providers, by their name in `MODEL_PROVIDER`. */
const providers = {
  extractive: () => createExtractiveModel(),
  openai: ({ baseUrl, apiKey, name, timeoutMs }: ModelSettings) => {
    if (!baseUrl || !name) {
      throw new AppError('internal', 'The provider openai needs a base URL and a model name.');
    }
    return createOpenaiModel({ baseUrl, apiKey, name, timeoutMs });
  },
} satisfies Record<string, (settings: ModelSettings) => LanguageModel>;

export type ModelProvider = keyof typeof providers;
export const modelProviders = Object.keys(providers) as [ModelProvider, ...ModelProvider[]];

export function createLanguageModel(
  provider: ModelProvider,
  settings: ModelSettings,
): LanguageModel {
  return providers[provider](settings);
}
