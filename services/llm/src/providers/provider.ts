import type { LanguageModel } from '@lectern/answering';
import type { z } from 'zod';

/** Settings that any provider may use. */
export interface ModelTimes {
  /** To the model's first token and between tokens. */
  readonly timeoutMs: number;
}

/** A row of the table of providers. */
export interface Provider {
  /** The variables that it reads, by name. */
  readonly settings: z.ZodObject;
  /** Takes the settings from all variables. */
  open(variables: Readonly<Record<string, unknown>>, times: ModelTimes): LanguageModel;
}

export function defineProvider<Settings extends z.ZodObject>(
  settings: Settings,
  create: (settings: z.output<Settings>, times: ModelTimes) => LanguageModel,
): Omit<Provider, 'settings'> & { readonly settings: Settings } {
  return { settings, open: (variables, times) => create(settings.parse(variables), times) };
}
