import { type Embedder, openEmbedder, openStaticEmbedder } from '@lectern/retrieval';
import type { Selectable } from 'kysely';
import type { Database, EmbeddingModelsTable } from '../database/tables.ts';

/** Fixed id of the built-in model, which has no row. */
export const builtInEmbedderId = '00000000-0000-4000-8000-0000000000b2';

export type EmbedderPlace = Pick<
  Selectable<EmbeddingModelsTable>,
  'provider' | 'model' | 'base_url' | 'dimensions' | 'query_prefix' | 'passage_prefix'
>;
export type OpenEmbedder = (place: EmbedderPlace) => Promise<Embedder>;

/** Opens a stored model. The environment's key goes to the environment's address alone. */
export function createOpenEmbedder(config: Parameters<typeof openEmbedder>[0]): OpenEmbedder {
  return ({ provider, model, base_url, dimensions, query_prefix, passage_prefix }) => {
    const isOwnAddress = base_url !== null && base_url === config.EMBEDDING_BASE_URL;
    return openEmbedder({
      ...config,
      EMBEDDING_PROVIDER: provider === 'onnx' ? 'onnx' : 'openai',
      EMBEDDING_MODEL: model,
      EMBEDDING_BASE_URL: base_url ?? undefined,
      EMBEDDING_DIMENSIONS: provider === 'onnx' ? undefined : dimensions,
      EMBEDDING_API_KEY: isOwnAddress ? config.EMBEDDING_API_KEY : undefined,
      EMBEDDING_QUERY_PREFIX: query_prefix ?? undefined,
      EMBEDDING_PASSAGE_PREFIX: passage_prefix ?? undefined,
      EMBEDDING_DENSE_WEIGHT: undefined,
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
