import { randomUUID } from 'node:crypto';
import { AppError, type CreateReranker, type Reranker } from '@lectern/contracts';
import type { Reranker as OpenedReranker } from '@lectern/retrieval';
import { isUniqueViolation, type Sealer } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { sealModelKey } from '../models/model-key.ts';
import { tryOnce } from '../models/try-once.ts';
import {
  environmentRerankerId,
  type FollowingReranker,
  noRerankerId,
} from './following-reranker.ts';
import type { OpenReranker } from './open-reranker.ts';

export interface RerankersOptions {
  readonly database: Database;
  /** The environment's reranker. */
  readonly environment: OpenedReranker;
  readonly following: FollowingReranker;
  readonly open: OpenReranker;
  readonly sealer: Sealer | undefined;
}

/** Rerankers of the installation. Searches use the chosen one. */
export class Rerankers {
  readonly #options: RerankersOptions;

  constructor(options: RerankersOptions) {
    this.#options = options;
  }

  async list(): Promise<Reranker[]> {
    const { database, environment, following } = this.#options;
    const [rows, choice] = await Promise.all([
      database
        .selectFrom('rag.rerankers')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      database.selectFrom('rag.reranker_choice').select('reranker_id').executeTakeFirst(),
    ]);
    const isSet = environment.id !== 'none';
    const chosen = choice?.reranker_id ?? environmentRerankerId;
    const active = isSet || chosen !== environmentRerankerId ? chosen : noRerankerId;
    const fixed = { base_url: null, api_key: null };
    return [
      { id: noRerankerId, provider: 'none' as const, model: null, ...fixed },
      ...(isSet
        ? [
            {
              id: environmentRerankerId,
              provider: 'environment' as const,
              model: environment.id,
              ...fixed,
            },
          ]
        : []),
      ...rows,
    ].map(({ id, provider, model, base_url, api_key }) => ({
      id,
      provider,
      model,
      base_url,
      has_api_key: api_key !== null,
      state: id === active ? 'active' : 'idle',
      problem: id === active ? (following.failure?.message ?? null) : null,
      reason: id === active ? (following.failure?.problem ?? null) : null,
    }));
  }

  /** @throws AppError `model_not_found`. */
  async get(id: string): Promise<Reranker> {
    const found = (await this.list()).find((reranker) => reranker.id === id);
    if (!found) throw new AppError('model_not_found');
    return found;
  }

  /** @throws AppError `invalid_request` for one that scores no text, `model_name_taken`. */
  async create({ api_key: key, ...place }: CreateReranker, userId: string): Promise<Reranker> {
    const { database, open, sealer } = this.#options;
    const id = randomUUID();
    const row = { ...place, id, api_key: sealModelKey(sealer, { id, key }) };
    await tryOnce({
      open: () => open(row),
      use: (opened, signal) => opened.rerank('A question', ['A text'], { signal }),
      code: 'invalid_request',
      baseUrl: place.base_url,
    });
    await database
      .insertInto('rag.rerankers')
      .values({ ...row, created_by: userId })
      .execute()
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'rerankers_model')) throw error;
        throw new AppError('model_name_taken', 'This reranker was added before.', {
          details: { field: 'model' },
        });
      });
    return this.get(id);
  }

  /** @throws AppError `model_not_found`. */
  async switchTo(id: string): Promise<Reranker> {
    await this.get(id);
    const { database, following } = this.#options;
    await database
      .insertInto('rag.reranker_choice')
      .values({ reranker_id: id })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ reranker_id: id }))
      .execute();
    await following.follow();
    return this.get(id);
  }

  /** @throws AppError `model_not_found`, `forbidden` for one in use or without a row. */
  async delete(id: string): Promise<void> {
    const { state, provider } = await this.get(id);
    if (state === 'active' || provider === 'none' || provider === 'environment') {
      throw new AppError('forbidden', 'This reranker is in use, or is not a stored one.');
    }
    await this.#options.database.deleteFrom('rag.rerankers').where('id', '=', id).execute();
  }
}
