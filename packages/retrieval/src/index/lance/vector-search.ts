import type { Table, VectorQuery } from './lancedb.ts';
import { hasShortVectors } from './table-indexes.ts';

/** All of them up to two million vectors. */
const maxProbedPartitions = 256;
/** Hits compared by their whole vectors at least, so that few wanted hits are the nearest too. */
const minCompared = 100;
/** A table's index changes its form once in its life, or never. */
const lookEveryMs = 10_000;

interface KnownForm {
  readonly isShort: boolean;
  readonly nextLookAtMs: number;
}

/**
 * Starts vector searches. Where the index holds vectors in a short form the hits are compared anew by
 * their whole vectors, which gives them their true order and distances; elsewhere that would cost and
 * change nothing.
 */
export class VectorSearch {
  readonly #forms = new WeakMap<Table, KnownForm>();

  async start(table: Table, vector: Float32Array, limit: number): Promise<VectorQuery> {
    const query = table
      .query()
      .nearestTo(vector)
      .distanceType('cosine')
      .nprobes(maxProbedPartitions);
    if (!(await this.#isShort(table))) return query;
    return query.refineFactor(Math.ceil(minCompared / limit));
  }

  async #isShort(table: Table): Promise<boolean> {
    const known = this.#forms.get(table);
    if (known && performance.now() < known.nextLookAtMs) return known.isShort;
    const isShort = await hasShortVectors(table);
    this.#forms.set(table, { isShort, nextLookAtMs: performance.now() + lookEveryMs });
    return isShort;
  }
}
