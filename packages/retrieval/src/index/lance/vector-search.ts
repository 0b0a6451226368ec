import { toUnitVector } from './lance-chunk-records.ts';
import type { Table, VectorQuery } from './lance-client.ts';
import { readVectorIndexForm, type VectorIndexForm } from './table-indexes.ts';

/** All partitions of up to two million vectors. */
const maxProbedPartitions = 256;
/**
 * In a larger table the nearest vectors are so close that codes alone confuse them: of a million
 * .955 of the first ten are found. Comparing them exactly costs a fifth of the search.
 */
const defaultMaxByCodesAlone = 500_000;
/** A table's index changes its form once, or never. */
const lookEveryMs = 10_000;

interface KnownForm {
  readonly form: VectorIndexForm;
  readonly nextLookAtMs: number;
}

/**
 * Starts vector searches by the measure of the table's index. Both measures give cosine distances.
 */
export class VectorSearch {
  readonly #forms = new WeakMap<Table, KnownForm>();
  readonly #maxByCodesAlone: number;

  constructor({ maxByCodesAlone = defaultMaxByCodesAlone } = {}) {
    this.#maxByCodesAlone = maxByCodesAlone;
  }

  async start(table: Table, vector: Float32Array): Promise<VectorQuery> {
    const { distanceType, vectors } = await this.#formOf(table);
    const query = table
      .query()
      .nearestTo(toUnitVector(vector))
      .distanceType(distanceType)
      .nprobes(maxProbedPartitions);
    const comparesAnew = distanceType === 'dot' && vectors > this.#maxByCodesAlone;
    return comparesAnew ? query.refineFactor(1) : query;
  }

  async #formOf(table: Table): Promise<VectorIndexForm> {
    const known = this.#forms.get(table);
    if (known && performance.now() < known.nextLookAtMs) return known.form;
    const form = await readVectorIndexForm(table);
    this.#forms.set(table, { form, nextLookAtMs: performance.now() + lookEveryMs });
    return form;
  }
}
