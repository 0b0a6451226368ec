import { hashSeed, nextHash, type Stretch } from './stretch.ts';

const { imul } = Math;

/** Result of {@link StaticVocabulary.find} for a stretch that is not in the vocabulary. */
export const noWord = -1;

interface Columns {
  /** All words in sequence. */
  readonly units: Uint16Array;
  /** Start of each word, and the end of the last one. */
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  readonly costs: Uint8Array;
  readonly maxWordLength: number;
}

/**
 * The words of a static model, found by their place in a longer text without creating strings: an
 * open-addressing hash table over one array of UTF-16 code units.
 */
export class StaticVocabulary {
  readonly maxWordLength: number;
  readonly #units: Uint16Array;
  readonly #offsets: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #costs: Uint8Array;
  readonly #slots: Int32Array;

  private constructor({ units, offsets, rows, costs, maxWordLength }: Columns) {
    this.#units = units;
    this.#offsets = offsets;
    this.#rows = rows;
    this.#costs = costs;
    this.maxWordLength = maxWordLength;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(costs.length * 2 + 2))).fill(noWord);
    for (let word = 0; word < costs.length; word += 1) this.#insert(word);
  }

  /**
   * Reads the words from their stored form: the number of words and of suffix code units, then one
   * column after another (see models/lectern-static-v1/model-card.md). Numbers are little-endian,
   * as on every machine that Node supports.
   * @throws RangeError for too few bytes.
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

    // A Buffer's slice() shares its memory, and typed arrays require alignment: so copies.
    const copy = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to)).buffer;
    const backReferences = new Uint32Array(copy(backReferencesAt, suffixesAt));
    const suffixes = new Uint16Array(copy(suffixesAt, sharedAt));
    const offsets = new Uint32Array(words + 1);
    let maxWordLength = 0;
    for (let word = 0; word < words; word += 1) {
      const length = (bytes[sharedAt + word] as number) + (bytes[addedAt + word] as number);
      if (length > maxWordLength) maxWordLength = length;
      offsets[word + 1] = (offsets[word] as number) + length;
    }
    const units = new Uint16Array(offsets[words] as number);
    const rows = new Uint32Array(words);
    let suffixAt = 0;
    let nextRow = 0;
    let previous = 0;
    for (let word = 0; word < words; word += 1) {
      const start = offsets[word] as number;
      const end = offsets[word + 1] as number;
      const suffixStart = start + (bytes[sharedAt + word] as number);
      let at = start;
      for (; at < suffixStart; at += 1, previous += 1) units[at] = units[previous] as number;
      for (; at < end; at += 1, suffixAt += 1) units[at] = suffixes[suffixAt] as number;
      const back = backReferences[word] as number;
      rows[word] = nextRow - back;
      if (back === 0) nextRow += 1;
      previous = start;
    }
    const costs = new Uint8Array(copy(costsAt, bytes.length));
    return new StaticVocabulary({ units, offsets, rows, costs, maxWordLength });
  }

  get size(): number {
    return this.#costs.length;
  }

  /** Returns the word that equals the stretch, or {@link noWord}. */
  find(stretch: Stretch): number {
    const mask = this.#slots.length - 1;
    let slot = finishHash(stretch.hash) & mask;
    for (;;) {
      const word = this.#slots[slot] as number;
      if (word === noWord || this.#equals(word, stretch)) return word;
      slot = (slot + 1) & mask;
    }
  }

  /** Returns the row of the word's vector; synonyms may share one. */
  rowOf(word: number): number {
    return this.#rows[word] as number;
  }

  /** Returns the word's cost, 0 to 255, lower for frequent words. */
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

  #equals(word: number, { text, start, end }: Stretch): boolean {
    const offset = this.#offsets[word] as number;
    if ((this.#offsets[word + 1] as number) - offset !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#units[offset + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }
}

function finishHash(hash: number): number {
  const mixed = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
