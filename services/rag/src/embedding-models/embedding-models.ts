import { randomUUID } from 'node:crypto';
import { AppError, type CreateEmbeddingModel, type EmbeddingModel } from '@lectern/contracts';
import { type Embedder, openStaticEmbedder } from '@lectern/retrieval';
import { isUniqueViolation, type Sealer } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { findBuild } from '../index-versions/build-record.ts';
import { findActiveIndexVersion } from '../index-versions/index-version.ts';
import { sealModelKey } from '../models/model-key.ts';
import { tryOnce } from '../models/try-once.ts';
import { builtInEmbedderId, type OpenEmbedder } from './open-stored-embedder.ts';

/** Fixed id of the environment's model, which has no row. */
export const environmentEmbedderId = '00000000-0000-4000-8000-0000000000e2';

export interface EmbeddingModelsOptions {
  readonly database: Database;
  /** The environment's model. */
  readonly environment: Embedder;
  readonly open: OpenEmbedder;
  readonly sealer: Sealer | undefined;
}

type Entry = Omit<EmbeddingModel, 'state' | 'progress'> & { readonly embedderId: string };

/** Embedding models of the installation. Workers build the index with the chosen one. */
export class EmbeddingModels {
  readonly #options: EmbeddingModelsOptions;
  #builtIn: Promise<Embedder> | undefined;

  constructor(options: EmbeddingModelsOptions) {
    this.#options = options;
  }

  async list(): Promise<EmbeddingModel[]> {
    const { database } = this.#options;
    const [entries, active, build, chosen] = await Promise.all([
      this.#listEntries(),
      findActiveIndexVersion(database),
      findBuild(database),
      findChosenModel(database),
    ]);
    return entries.map(({ embedderId, ...entry }) => {
      const isActive = active?.embeddingModel === embedderId;
      const isChosen = entry.id === (chosen ?? environmentEmbedderId);
      const isBuilt = isChosen && build?.embeddingModel === embedderId;
      return {
        ...entry,
        state: isActive ? 'active' : isBuilt ? 'building' : isChosen ? 'waiting' : 'idle',
        progress: isBuilt
          ? {
              documents_done: build.documentsDone,
              documents_total: build.documentsTotal,
              problem: build.problem,
              reason: build.reason,
            }
          : null,
      };
    });
  }

  /** @throws AppError `model_not_found`. */
  async get(id: string): Promise<EmbeddingModel> {
    const found = (await this.list()).find((model) => model.id === id);
    if (!found) throw new AppError('model_not_found');
    return found;
  }

  /** @throws AppError `embedding_unavailable` for a model that embeds no text, `model_name_taken`. */
  async create(
    { api_key: key, ...model }: CreateEmbeddingModel,
    userId: string,
  ): Promise<EmbeddingModel> {
    const { database, open, sealer } = this.#options;
    const id = randomUUID();
    const api_key = sealModelKey(sealer, { id, key });
    const place = { ...model, id, api_key, dimensions: model.dimensions ?? 0 };
    const tried = await tryOnce({
      open: () => open(place),
      use: async (embedder, signal) => {
        await embedder.embedQuery('A text to try', { signal });
        return { embedder_id: embedder.id, dimensions: embedder.dimensions };
      },
      code: 'embedding_unavailable',
      baseUrl: model.base_url,
    });
    await database
      .insertInto('rag.embedding_models')
      .values({ ...place, ...tried, created_by: userId })
      .execute()
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'embedding_models_embedder_id_key')) throw error;
        throw new AppError('model_name_taken', 'This embedding model was added before.', {
          details: { field: 'model' },
        });
      });
    return this.get(id);
  }

  /** Chooses the model that the index is built with. @throws AppError `model_not_found`. */
  async switchTo(id: string): Promise<EmbeddingModel> {
    const model = await this.get(id);
    await this.#options.database
      .insertInto('rag.embedding_choice')
      .values({ model_id: id })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ model_id: id }))
      .execute();
    return { ...model, state: model.state === 'active' ? 'active' : 'waiting' };
  }

  /** @throws AppError `model_not_found`, `forbidden` for a model in use or without a row. */
  async delete(id: string): Promise<void> {
    const { state, provider } = await this.get(id);
    if (state !== 'idle') {
      throw new AppError('forbidden', 'This model is in use. Switch to another one first.');
    }
    if (provider === 'built_in' || provider === 'environment') {
      throw new AppError('forbidden', 'This model is not a stored one.');
    }
    await this.#options.database.deleteFrom('rag.embedding_models').where('id', '=', id).execute();
  }

  async #listEntries(): Promise<readonly Entry[]> {
    const { database, environment } = this.#options;
    const rows = await database
      .selectFrom('rag.embedding_models')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    this.#builtIn ??= openStaticEmbedder();
    const builtIn = await this.#builtIn;
    const isBuiltIn = builtIn.id === environment.id;
    return [
      ...(isBuiltIn ? [] : [toFixed(builtInEmbedderId, 'built_in', builtIn)]),
      toFixed(environmentEmbedderId, isBuiltIn ? 'built_in' : 'environment', environment),
      ...rows.map(({ id, provider, model, base_url, api_key, dimensions, embedder_id }) => ({
        id,
        provider,
        model,
        base_url,
        has_api_key: api_key !== null,
        dimensions,
        embedderId: embedder_id,
      })),
    ];
  }
}

function toFixed(id: string, provider: 'built_in' | 'environment', embedder: Embedder): Entry {
  const { id: embedderId, dimensions } = embedder;
  const fixed = { base_url: null, has_api_key: false };
  return { id, provider, model: embedderId, ...fixed, dimensions, embedderId };
}

/** Returns the id of the chosen model; undefined for the environment's. */
export async function findChosenModel(database: Database): Promise<string | undefined> {
  const row = await database
    .selectFrom('rag.embedding_choice')
    .select('model_id')
    .executeTakeFirst();
  return row?.model_id;
}
