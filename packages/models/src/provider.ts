import type { z } from 'zod';
import type { LanguageModel } from './language-model.ts';

/** Settings that every provider may use. */
export interface ModelTimes {
  /** Maximum time to the model's first token and between tokens. */
  readonly timeoutMs: number;
}

/** A row of the table of providers. */
export interface Provider {
  /** The variables that it reads, by name. */
  readonly settings: z.ZodObject;
  /** Creates a model from all variables of the service. */
  open(variables: Readonly<Record<string, unknown>>, times: ModelTimes): LanguageModel;
}

export function defineProvider<Settings extends z.ZodObject>(
  settings: Settings,
  create: (settings: z.output<Settings>, times: ModelTimes) => LanguageModel,
): Provider & { readonly settings: Settings } {
  return { settings, open: (variables, times) => create(settings.parse(variables), times) };
}
