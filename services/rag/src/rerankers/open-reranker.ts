import {
  createHttpReranker,
  createNoReranker,
  openOnnxReranker,
  type Reranker,
} from '@lectern/retrieval';
import type { Sealer } from '@lectern/service';
import type { Selectable } from 'kysely';
import type { RerankersTable } from '../database/tables.ts';
import { openModelKey } from '../models/model-key.ts';

export type RerankerRow = Selectable<RerankersTable>;
export type OpenReranker = (
  row: Omit<RerankerRow, 'created_at' | 'created_by'>,
) => Promise<Reranker>;
type Place = Pick<RerankerRow, 'model' | 'base_url' | 'api_key'> & {
  readonly provider: RerankerSettings['RERANK_PROVIDER'];
};

/** Settings of models and of the environment's reranker. */
export interface RerankerSettings {
  readonly RERANK_PROVIDER: RerankerRow['provider'] | 'none';
  readonly RERANK_BASE_URL?: string | undefined;
  readonly RERANK_API_KEY?: string | undefined;
  readonly RERANK_MODEL?: string | undefined;
  readonly MODELS_DIR?: string | undefined;
  readonly MODEL_HUB_URL: string;
}

/** Opens the reranker of the environment. */
export function openEnvironmentReranker(config: RerankerSettings): Promise<Reranker> {
  return open(config, {
    provider: config.RERANK_PROVIDER,
    model: config.RERANK_MODEL ?? null,
    base_url: config.RERANK_BASE_URL ?? null,
    api_key: config.RERANK_API_KEY ?? null,
  });
}

/** Opens a stored reranker. @throws Error if the key that sealed its API key is missing. */
export function createOpenReranker(
  config: RerankerSettings,
  sealer: Sealer | undefined,
): OpenReranker {
  return async (row) => open(config, { ...row, api_key: openModelKey(sealer, row) ?? null });
}

async function open(
  { MODELS_DIR: modelsDirectory, MODEL_HUB_URL: hubUrl }: RerankerSettings,
  { provider: form, model, base_url: baseUrl, api_key: apiKey }: Place,
): Promise<Reranker> {
  if (form === 'onnx' && model) return openOnnxReranker({ model, modelsDirectory, hubUrl });
  if (form === 'none' || form === 'onnx' || !baseUrl) return createNoReranker();
  return createHttpReranker({ form, baseUrl, ...(apiKey && { apiKey }), ...(model && { model }) });
}
