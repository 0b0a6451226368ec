import { type HybridIndex, IndexUnavailableError } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';
import type { IndexVersion, IndexVersionSettings } from './index-version.ts';
import { loadActiveIndexVersion } from './index-version.ts';

/**
 * Maximum delay in milliseconds until searches notice that another index version is active, or that
 * the index is incomplete.
 */
export const noticeMs = 2_000;

/**
 * Follows the active index version: opens its index. Rejects while the index is incomplete.
 */
export class ActiveIndex {
  readonly #database: Database;
  readonly #configured: IndexVersionSettings;
  readonly #open: (indexVersion: IndexVersion) => Promise<HybridIndex>;
  #opened: { index: HybridIndex; indexVersion: IndexVersion } | undefined;
  /** Stays open until the next switch, for searches that have begun. */
  #before: HybridIndex | undefined;
  #freshUntil = 0;
  #refreshing: Promise<void> | undefined;

  constructor(
    database: Database,
    configured: IndexVersionSettings,
    open: (indexVersion: IndexVersion) => Promise<HybridIndex>,
  ) {
    this.#database = database;
    this.#configured = configured;
    this.#open = open;
  }

  async current(): Promise<{ index: HybridIndex; indexVersion: IndexVersion }> {
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
    await this.#before?.close();
    this.#opened = undefined;
    this.#before = undefined;
  }

  async #refresh(): Promise<void> {
    const indexVersion = await loadActiveIndexVersion(this.#database, this.#configured);
    if (indexVersion.id !== this.#opened?.indexVersion.id) {
      const left = this.#before;
      const index = await this.#open(indexVersion);
      this.#before = this.#opened?.index;
      this.#opened = { index, indexVersion };
      await left?.close();
    }
    if (!(await this.#opened.index.isComplete())) {
      throw new IndexUnavailableError('The search index is being rebuilt.');
    }
    this.#freshUntil = performance.now() + noticeMs;
  }
}
