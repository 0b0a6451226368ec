import { type HybridIndex, IndexUnavailableError } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';
import { loadActiveGeneration } from './generation.ts';
import type { Generation, GenerationSettings, SearchIndex } from './search-index.ts';

/** A switch of generations is noticed after this long at most. */
const freshMs = 2_000;

/**
 * Follows the active generation: opens its index, and closes the one before. An index that is not
 * complete is not given out.
 */
export class ActiveIndex implements SearchIndex {
  readonly #database: Database;
  readonly #configured: GenerationSettings;
  readonly #open: (generation: Generation) => Promise<HybridIndex>;
  #opened: { index: HybridIndex; generation: Generation } | undefined;
  #freshUntil = 0;
  #refreshing: Promise<void> | undefined;

  constructor(
    database: Database,
    configured: GenerationSettings,
    open: (generation: Generation) => Promise<HybridIndex>,
  ) {
    this.#database = database;
    this.#configured = configured;
    this.#open = open;
  }

  async current(): Promise<{ index: HybridIndex; generation: Generation }> {
    if (!this.#opened || performance.now() > this.#freshUntil) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing;
    }
    if (!this.#opened) throw new Error('the index was closed');
    return this.#opened;
  }

  async close(): Promise<void> {
    await this.#opened?.index.close();
    this.#opened = undefined;
  }

  async #refresh(): Promise<void> {
    const generation = await loadActiveGeneration(this.#database, this.#configured);
    if (generation.id !== this.#opened?.generation.id) {
      const before = this.#opened;
      this.#opened = { index: await this.#open(generation), generation };
      await before?.index.close();
    }
    if (!(await this.#opened.index.isComplete())) {
      throw new IndexUnavailableError('The search index is being rebuilt.');
    }
    this.#freshUntil = performance.now() + freshMs;
  }
}
