import type { ModelConnection } from '@lectern/contracts';

/** Fixed ids of the entries that have no row. */
export const builtInModelId = '00000000-0000-4000-8000-0000000000b1';
export const environmentModelId = '00000000-0000-4000-8000-0000000000e1';

/** The model settings of the service. */
export interface EnvironmentSettings {
  readonly MODEL_PROVIDER: string;
  readonly MODEL_CONTEXT_TOKENS: number;
}

/** Everything of an entry but whether it is the default of an organisation. */
export type EnvironmentModel = Omit<ModelConnection, 'is_default'>;

const common: Pick<
  EnvironmentModel,
  | 'temperature'
  | 'max_answer_tokens'
  | 'price'
  | 'fallback_ids'
  | 'visibility'
  | 'health'
  | 'source'
> = {
  temperature: null,
  max_answer_tokens: null,
  price: null,
  fallback_ids: [],
  visibility: { everyone: true, roles: [], team_ids: [] },
  health: { state: 'unknown', since: null, message: null, reason: null },
  source: 'environment',
};

/**
 * Returns the model of the environment and the built-in one, which everybody may use. The first is
 * the default of an organisation that chose none.
 */
export function listEnvironmentModels(config: EnvironmentSettings): readonly EnvironmentModel[] {
  const builtIn: EnvironmentModel = {
    ...common,
    id: builtInModelId,
    name: 'Built-in',
    provider: 'built_in',
    base_url: null,
    model: 'extractive',
    has_api_key: false,
    context_tokens: config.MODEL_CONTEXT_TOKENS,
    capabilities: { tools: false, forced_tool: false, json_schema: false, vision: false },
  };
  const { MODEL_PROVIDER: provider } = config;
  const { MODEL_NAME, MODEL_BASE_URL, MODEL_API_KEY }: Readonly<Record<string, unknown>> = {
    ...config,
  };
  if (provider === 'extractive') return [builtIn];
  const model = String(MODEL_NAME);
  const environment: EnvironmentModel = {
    ...common,
    id: environmentModelId,
    name: model.replaceAll('@', ' '),
    provider: provider === 'anthropic' ? 'anthropic' : 'openai_compatible',
    base_url: typeof MODEL_BASE_URL === 'string' ? MODEL_BASE_URL : null,
    model,
    has_api_key: Boolean(MODEL_API_KEY),
    context_tokens: config.MODEL_CONTEXT_TOKENS,
    capabilities: { tools: true, forced_tool: true, json_schema: false, vision: false },
  };
  return [environment, builtIn];
}
