import { type Embedder, openStaticEmbedder } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { OpenEmbedder } from './open-stored-embedder.ts';

export interface FollowingEmbedderOptions {
  readonly database: Database;
  readonly environment: Embedder;
  readonly open: OpenEmbedder;
  readonly logger: Logger;
}

/**
 * The model of the active index version. The one before stays open until the next change, for
 * searches that have begun.
 */
export class FollowingEmbedder implements Embedder {
  readonly #options: FollowingEmbedderOptions;
  #current: Embedder;
  #before: Embedder | undefined;

  constructor(options: FollowingEmbedderOptions) {
    this.#options = options;
    this.#current = options.environment;
  }

  get id(): string {
    return this.#current.id;
  }

  get dimensions(): number {
    return this.#current.dimensions;
  }

  get denseWeight(): number {
    return this.#current.denseWeight;
  }

  get languages(): readonly string[] | undefined {
    return this.#current.languages;
  }

  embedDocuments(
    texts: readonly string[],
    options?: Parameters<Embedder['embedQuery']>[1],
  ): Promise<Float32Array[]> {
    return this.#current.embedDocuments(texts, options);
  }

  embedQuery(text: string, options?: Parameters<Embedder['embedQuery']>[1]): Promise<Float32Array> {
    return this.#current.embedQuery(text, options);
  }

  /** Returns the open model with an id; the current one if none has it. */
  find(embedderId: string): Embedder {
    return this.#before?.id === embedderId ? this.#before : this.#current;
  }

  /** Opens the model of an index version. An unknown one leaves searches by keyword. */
  async follow(embedderId: string): Promise<void> {
    if (embedderId === this.#current.id) return;
    const { logger } = this.#options;
    try {
      const next = this.#before?.id === embedderId ? this.#before : await this.#open(embedderId);
      if (!next) return;
      const left = next === this.#before ? undefined : this.#before;
      this.#before = this.#current;
      this.#current = next;
      if (left && left !== this.#options.environment) await left.close();
    } catch (error) {
      logger.warn({ err: error, embedding_model: embedderId }, 'the embedding model did not open');
    }
  }

  /** Closes all but the environment's model, which its opener closes. */
  async close(): Promise<void> {
    for (const embedder of [this.#current, this.#before]) {
      if (embedder && embedder !== this.#options.environment) await embedder.close();
    }
  }

  async #open(embedderId: string): Promise<Embedder | undefined> {
    const { environment, database, open } = this.#options;
    if (environment.id === embedderId) return environment;
    const row = await database
      .selectFrom('rag.embedding_models')
      .selectAll()
      .where('embedder_id', '=', embedderId)
      .executeTakeFirst();
    if (row) return open(row);
    const builtIn = await openStaticEmbedder();
    if (builtIn.id === embedderId) return builtIn;
    await builtIn.close();
    return undefined;
  }
}
