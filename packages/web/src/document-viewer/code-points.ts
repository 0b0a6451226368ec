/** Text indexed by Unicode code points, as the suite counts offsets. Strings count UTF-16 units. */
export class CodePoints {
  readonly text: string;
  /** UTF-16 index of each code point, or undefined if both counts are equal. */
  readonly #indexes: Uint32Array | undefined;
  readonly length: number;

  constructor(text: string) {
    this.text = text;
    this.length = countCodePoints(text);
    if (this.length === text.length) return;
    const indexes = new Uint32Array(this.length + 1);
    let index = 0;
    for (let point = 0; point < this.length; point += 1) {
      indexes[point] = index;
      index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
    }
    indexes[this.length] = index;
    this.#indexes = indexes;
  }

  toIndex(point: number): number {
    const within = Math.max(0, Math.min(point, this.length));
    return this.#indexes ? (this.#indexes[within] ?? this.text.length) : within;
  }

  /** Returns the code point at a UTF-16 index. */
  toPoint(index: number): number {
    if (!this.#indexes) return index;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#indexes[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.toIndex(start), this.toIndex(end));
  }
}

export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const high = text.charCodeAt(index);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(index + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
