import type { z } from 'zod';
import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { extractiveProvider } from './extractive/extractive-provider.ts';
import { openaiProvider } from './openai/openai-provider.ts';
import type { Provider } from './provider.ts';

export { openConnectedModel } from './open-connected-model.ts';

/** All providers, by their name in `MODEL_PROVIDER`. */
export const providers = {
  extractive: extractiveProvider,
  openai: openaiProvider,
  anthropic: anthropicProvider,
} satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]];

type NamesOf<Row> = Row extends { settings: { shape: infer Shape } } ? keyof Shape : never;
type SettingName = NamesOf<(typeof providers)[ProviderName]>;

/** The variables of all providers. Each is optional here; its own provider requires it. */
export const providerConfigShape: Readonly<Record<SettingName, z.ZodType>> = Object.assign(
  {},
  ...Object.values<Provider>(providers).map(({ settings }) => settings.partial().shape),
);
