import { toUnitVector } from './chunk-records.ts';
import type { Table, VectorQuery } from './lancedb.ts';
import { readDistanceType } from './table-indexes.ts';

/** All of them up to two million vectors. */
const maxProbedPartitions = 256;
/** A table's index changes its form once in its life, or never. */
const lookEveryMs = 10_000;

interface KnownType {
  readonly type: 'cosine' | 'dot';
  readonly nextLookAtMs: number;
}

/** Starts vector searches by the measure of the table's index. Either gives cosine distances. */
export class VectorSearch {
  readonly #types = new WeakMap<Table, KnownType>();

  async start(table: Table, vector: Float32Array): Promise<VectorQuery> {
    return table
      .query()
      .nearestTo(toUnitVector(vector))
      .distanceType(await this.#typeOf(table))
      .nprobes(maxProbedPartitions);
  }

  async #typeOf(table: Table): Promise<'cosine' | 'dot'> {
    const known = this.#types.get(table);
    if (known && performance.now() < known.nextLookAtMs) return known.type;
    const type = await readDistanceType(table);
    this.#types.set(table, { type, nextLookAtMs: performance.now() + lookEveryMs });
    return type;
  }
}
