/** An exact search through the vectors of all chunks. */
export class ExactSearch {
  readonly #dimensions: number;
  readonly #values: Float32Array;
  #count = 0;

  constructor(count: number, dimensions: number) {
    this.#dimensions = dimensions;
    this.#values = new Float32Array(count * dimensions);
  }

  add(vector: Float32Array | null): void {
    if (vector) this.#values.set(vector, this.#count * this.#dimensions);
    this.#count += 1;
  }

  /** Cosines of the nearest chunks among those that are allowed, best first. */
  search(vector: Float32Array, limit: number, isAllowed: (number: number) => boolean): number[] {
    const best: number[] = [];
    for (let number = 0; number < this.#count; number += 1) {
      if (!isAllowed(number)) continue;
      const likeness = this.likeness(vector, number);
      if (best.length === limit && likeness <= (best.at(-1) ?? 0)) continue;
      const at = best.findIndex((each) => each < likeness);
      best.splice(at < 0 ? best.length : at, 0, likeness);
      if (best.length > limit) best.pop();
    }
    return best;
  }

  /** Cosine of a chunk. */
  likeness(vector: Float32Array, number: number): number {
    const from = number * this.#dimensions;
    let sum = 0;
    for (let at = 0; at < this.#dimensions; at += 1) {
      sum += (vector[at] as number) * (this.#values[from + at] as number);
    }
    return sum;
  }
}
