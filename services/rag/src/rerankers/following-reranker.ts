import { createNoReranker, ModelError, type Reranker } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { OpenReranker } from './open-reranker.ts';

/** Fixed ids of the entries that have no row. */
export const noRerankerId = '00000000-0000-4000-8000-0000000000b3';
export const environmentRerankerId = '00000000-0000-4000-8000-0000000000e3';

const retryMs = 60_000;

export interface FollowingRerankerOptions {
  readonly database: Database;
  readonly environment: Reranker;
  readonly open: OpenReranker;
  readonly logger: Logger;
}

/**
 * The chosen reranker. The one before stays open until the next change, for searches that have
 * begun.
 */
export class FollowingReranker implements Reranker {
  readonly #options: FollowingRerankerOptions;
  #chosenId = environmentRerankerId;
  #current: Reranker;
  #before: Reranker | undefined;
  #following: Promise<void> = Promise.resolve();
  /** The choice that did not open. */
  #failed: { readonly id: string; readonly retryAtMs: number } | undefined;
  /** Last failure of the current one; undefined after a success. */
  failure: ModelError | undefined;

  constructor(options: FollowingRerankerOptions) {
    this.#options = options;
    this.#current = options.environment;
  }

  get id(): string {
    return this.#current.id;
  }

  async rerank(
    query: string,
    texts: readonly string[],
    options?: Parameters<Reranker['rerank']>[2],
  ): Promise<number[]> {
    const used = this.#current;
    try {
      const scores = await used.rerank(query, texts, options);
      if (used === this.#current) this.failure = undefined;
      return scores;
    } catch (error) {
      if (used === this.#current && error instanceof ModelError) this.failure = error;
      throw error;
    }
  }

  countReadable(query: string, texts: readonly string[], timeoutMs: number): number {
    return this.#current.countReadable?.(query, texts, timeoutMs) ?? texts.length;
  }

  /** Opens the chosen reranker if it is another one. A failed try is repeated after a minute. */
  follow(): Promise<void> {
    const next = this.#following.then(() => this.#follow());
    this.#following = next.catch(() => undefined);
    return next;
  }

  /** Opens an entry by its id for a trial; undefined for an unknown one. */
  async open(id: string): Promise<Reranker | undefined> {
    const { database, environment, open } = this.#options;
    if (id === noRerankerId) return createNoReranker();
    // Its opener closes it.
    if (id === environmentRerankerId) return { ...bind(environment), close: async () => {} };
    const row = await database
      .selectFrom('rag.rerankers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && open(row);
  }

  async close(): Promise<void> {
    await this.#following;
    const open = new Set([this.#current, this.#before, this.#options.environment]);
    await Promise.all([...open].map((reranker) => reranker?.close()));
  }

  async #follow(): Promise<void> {
    const { database, logger } = this.#options;
    const chosen = await database
      .selectFrom('rag.reranker_choice')
      .select('reranker_id')
      .executeTakeFirst();
    const id = chosen?.reranker_id ?? environmentRerankerId;
    const failed = this.#failed;
    if (failed?.id === id && Date.now() < failed.retryAtMs) return;
    this.#failed = undefined;
    if (id === this.#chosenId) {
      if (failed) this.failure = undefined;
      return;
    }
    try {
      const next = (await this.open(id)) ?? createNoReranker();
      await this.#before?.close();
      this.#before = this.#current === this.#options.environment ? undefined : this.#current;
      this.#current = next;
      this.#chosenId = id;
      this.failure = undefined;
    } catch (error) {
      this.failure = error instanceof ModelError ? error : new ModelError('It cannot be opened.');
      this.#failed = { id, retryAtMs: Date.now() + retryMs };
      logger.warn({ err: error, reranker: id }, 'the reranker did not open');
    }
  }
}

function bind(reranker: Reranker): Reranker {
  const { id } = reranker;
  return {
    id,
    rerank: (query, texts, options) => reranker.rerank(query, texts, options),
    countReadable: (query, texts, timeoutMs) =>
      reranker.countReadable?.(query, texts, timeoutMs) ?? texts.length,
    close: () => reranker.close(),
  };
}
