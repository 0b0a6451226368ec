import {
  type Embedder,
  measureDimensions,
  openEmbedder,
  openStaticEmbedder,
} from '@lectern/retrieval';
import type { Sealer } from '@lectern/service';
import type { Selectable } from 'kysely';
import type { Database, EmbeddingModelsTable } from '../database/tables.ts';
import { openModelKey } from '../models/model-key.ts';

/** Fixed id of the built-in model, which has no row. */
export const builtInEmbedderId = '00000000-0000-4000-8000-0000000000b2';

export type EmbedderPlace = Omit<
  Selectable<EmbeddingModelsTable>,
  'embedder_id' | 'created_by' | 'created_at'
>;
export type OpenEmbedder = (place: EmbedderPlace) => Promise<Embedder>;

const measureMs = 60_000;

/** Opens a stored model. The environment's key goes to the environment's address alone. */
export function createOpenEmbedder(
  config: Parameters<typeof openEmbedder>[0] & {
    readonly EMBEDDING_API_KEY?: string | undefined;
  },
  sealer: Sealer | undefined,
): OpenEmbedder {
  return async (place) => {
    const { provider, model, base_url: baseUrl, query_prefix, passage_prefix } = place;
    const isOwnAddress = baseUrl !== null && baseUrl === config.EMBEDDING_BASE_URL;
    const apiKey =
      openModelKey(sealer, place) ?? (isOwnAddress ? config.EMBEDDING_API_KEY : undefined);
    return openEmbedder({
      ...config,
      EMBEDDING_PROVIDER: provider === 'onnx' ? 'onnx' : 'openai',
      EMBEDDING_MODEL: model,
      EMBEDDING_BASE_URL: baseUrl ?? undefined,
      EMBEDDING_DIMENSIONS:
        baseUrl === null
          ? undefined
          : place.dimensions ||
            (await measureDimensions(
              { baseUrl, model, ...(apiKey && { apiKey }) },
              AbortSignal.timeout(measureMs),
            )),
      EMBEDDING_API_KEY: apiKey,
      EMBEDDING_QUERY_PREFIX: query_prefix ?? undefined,
      EMBEDDING_PASSAGE_PREFIX: passage_prefix ?? undefined,
      EMBEDDING_LANGUAGES: undefined,
    });
  };
}

/** Opens the model with this id of `rag.embedding_models`; undefined for the environment's. */
export async function openChosenEmbedder(
  database: Database,
  open: OpenEmbedder,
  id: string | undefined,
): Promise<Embedder | undefined> {
  if (id === undefined) return undefined;
  if (id === builtInEmbedderId) return openStaticEmbedder();
  const row = await database
    .selectFrom('rag.embedding_models')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && open(row);
}
