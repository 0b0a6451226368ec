/** Vectors of unit length in one buffer. A missing vector is similar to nothing. */
export class VectorTable {
  readonly #size: number;
  readonly #values: Float32Array;

  constructor(vectors: readonly (Float32Array | undefined)[]) {
    this.#size = vectors.length;
    const dimensions = vectors.find((vector) => vector !== undefined)?.length ?? 0;
    this.#values = new Float32Array(this.#size * dimensions);
    for (const [at, vector] of vectors.entries()) {
      if (vector) this.#values.set(vector, at * dimensions);
    }
  }

  /**
   * Returns the length of the sum of each vector and the vector of the other table at `placeOf`.
   */
  sumLengths(other: VectorTable, placeOf: Int32Array): Float32Array {
    const lengths = new Float32Array(this.#size);
    const dimensions = this.#values.length / (this.#size || 1);
    for (let at = 0; at < this.#size; at += 1) {
      let square = 0;
      const start = at * dimensions;
      const otherStart = (placeOf[at] ?? 0) * dimensions;
      for (let place = 0; place < dimensions; place += 1) {
        const value = (this.#values[start + place] ?? 0) + (other.#values[otherStart + place] ?? 0);
        square += value * value;
      }
      lengths[at] = Math.sqrt(square);
    }
    return lengths;
  }

  /**
   * Returns the similarity of the query and each vector: 1 for equal vectors, 0 for a cosine of
   * `unrelated` or a missing vector.
   */
  cosines(query: Float32Array, unrelated: number): Float32Array {
    const found = new Float32Array(this.#size);
    const values = this.#values;
    const dimensions = query.length;
    if (values.length !== this.#size * dimensions) return found;
    for (let at = 0, start = 0; at < this.#size; at += 1, start += dimensions) {
      // Four sums at a time: twice as fast as one.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let place = 0;
      for (; place + 3 < dimensions; place += 4) {
        a += (query[place] as number) * (values[start + place] as number);
        b += (query[place + 1] as number) * (values[start + place + 1] as number);
        c += (query[place + 2] as number) * (values[start + place + 2] as number);
        d += (query[place + 3] as number) * (values[start + place + 3] as number);
      }
      for (; place < dimensions; place += 1) {
        a += (query[place] as number) * (values[start + place] as number);
      }
      const cosine = a + b + c + d;
      found[at] = cosine === 0 ? 0 : (cosine - unrelated) / (1 - unrelated);
    }
    return found;
  }
}
