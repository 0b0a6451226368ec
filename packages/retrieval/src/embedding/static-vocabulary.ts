const { imul } = Math;

/** No word: what {@link StaticVocabulary.find} gives for a stretch that is not in the vocabulary. */
export const noWord = -1;

/**
 * The words of a static model, found by their place in a longer text without cutting strings out
 * of it: an open-addressing hash table over one array of UTF-16 code units.
 */
export class StaticVocabulary {
  readonly longestWord: number;
  readonly #units: Uint16Array;
  readonly #offsets: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #costs: Uint8Array;
  readonly #slots: Int32Array;

  private constructor(
    units: Uint16Array,
    offsets: Uint32Array,
    rows: Uint32Array,
    costs: Uint8Array,
    longestWord: number,
  ) {
    this.#units = units;
    this.#offsets = offsets;
    this.#rows = rows;
    this.#costs = costs;
    this.longestWord = longestWord;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(costs.length * 2 + 2))).fill(noWord);
    for (let word = 0; word < costs.length; word += 1) this.#insert(word);
  }

  /**
   * Reads the words from their stored form: the number of words and of suffix code units, then one
   * column after another (see models/lectern-static-v1/model-card.md). Throws RangeError when the
   * bytes are too few.
   */
  static read(bytes: Uint8Array): StaticVocabulary {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = view.getUint32(0, true);
    const suffixUnits = view.getUint32(4, true);
    const backReferencesAt = 8;
    const suffixesAt = backReferencesAt + 4 * words;
    const sharedAt = suffixesAt + 2 * suffixUnits;
    const addedAt = sharedAt + words;
    const costsAt = addedAt + words;
    if (bytes.byteLength !== costsAt + words) throw new RangeError('vocabulary: wrong size');

    const offsets = new Uint32Array(words + 1);
    let longestWord = 0;
    for (let word = 0; word < words; word += 1) {
      const length = view.getUint8(sharedAt + word) + view.getUint8(addedAt + word);
      longestWord = Math.max(longestWord, length);
      offsets[word + 1] = (offsets[word] as number) + length;
    }
    const units = new Uint16Array(offsets[words] as number);
    const rows = new Uint32Array(words);
    let suffixAt = suffixesAt;
    let nextRow = 0;
    for (let word = 0; word < words; word += 1) {
      const start = offsets[word] as number;
      const shared = view.getUint8(sharedAt + word);
      if (shared > 0) {
        const previous = offsets[word - 1] as number;
        units.copyWithin(start, previous, previous + shared);
      }
      for (let at = start + shared; at < (offsets[word + 1] as number); at += 1) {
        units[at] = view.getUint16(suffixAt, true);
        suffixAt += 2;
      }
      const back = view.getUint32(backReferencesAt + 4 * word, true);
      rows[word] = nextRow - back;
      if (back === 0) nextRow += 1;
    }
    return new StaticVocabulary(units, offsets, rows, bytes.slice(costsAt), longestWord);
  }

  get size(): number {
    return this.#costs.length;
  }

  /** The word that is exactly `text[start..end)`, or {@link noWord}. */
  find(text: string, start: number, end: number): number {
    let hash = hashSeed;
    for (let at = start; at < end; at += 1) hash = nextHash(hash, text.charCodeAt(at));
    return this.findHashed(hash, text, start, end);
  }

  /** As {@link find}, for a caller that has carried the hash of the stretch along. */
  findHashed(hash: number, text: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = finishHash(hash) & mask;
    for (;;) {
      const word = this.#slots[slot] as number;
      if (word === noWord || this.#equals(word, text, start, end)) return word;
      slot = (slot + 1) & mask;
    }
  }

  /** The row of the word's vector; words that mean the same may share one. */
  rowOf(word: number): number {
    return this.#rows[word] as number;
  }

  /** 0 to 255, lower for frequent words. */
  costOf(word: number): number {
    return this.#costs[word] as number;
  }

  #insert(word: number): void {
    const mask = this.#slots.length - 1;
    let hash = hashSeed;
    const end = this.#offsets[word + 1] as number;
    for (let at = this.#offsets[word] as number; at < end; at += 1) {
      hash = nextHash(hash, this.#units[at] as number);
    }
    let slot = finishHash(hash) & mask;
    while (this.#slots[slot] !== noWord) slot = (slot + 1) & mask;
    this.#slots[slot] = word;
  }

  #equals(word: number, text: string, start: number, end: number): boolean {
    const offset = this.#offsets[word] as number;
    if ((this.#offsets[word + 1] as number) - offset !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#units[offset + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }
}

/** The hash of the empty stretch. */
export const hashSeed = 0x811c9dc5 | 0;

/** The hash of a stretch with one more code unit. */
export function nextHash(hash: number, unit: number): number {
  return imul(hash ^ unit, 0x01000193);
}

function finishHash(hash: number): number {
  const mixed = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
