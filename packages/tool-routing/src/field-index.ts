import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WeightedTerm } from '@lectern/retrieval';

export interface Field {
  /** Weight of one occurrence of a term in this field. */
  readonly weight: number;
  /** Length normalisation of BM25, 0 to 1. */
  readonly lengthNormalisation: number;
  /** Computes the coverage of the field's text by the query. */
  readonly coverage?: boolean;
}

export interface FieldScores {
  /** BM25F. */
  readonly bm25: Float32Array;
  /** Share of the query's information that the document contains, about 0 to 1. */
  readonly share: Float32Array;
  /**
   * Share of the field's information that the query contains, 0 to 1, for each field with
   * `coverage`.
   */
  readonly coverage: readonly Float32Array[];
}

interface Posting {
  readonly document: number;
  readonly impact: number;
  /** Bit mask of the fields that contain the term. */
  readonly fields: number;
}

const saturation = 0.9;
/**
 * Documents without the word that are added to the count: in a small index the frequency of a word
 * says little.
 */
const assumedDocuments = 50;
/** Information of an unknown word as a share of the information of a rare one. */
const unknownShare = 0.5;
const coverageOffset = 1;
/** Terms that are indexed before other work gets its turn. */
const termsAtOnce = 20_000;

/** Keyword search over short documents of several fields, held in memory. */
export class FieldIndex {
  readonly #size: number;
  readonly #postings = new Map<string, Posting[]>();
  readonly #covered: readonly number[];
  /** Information of each document's text, by covered field. */
  readonly #information: readonly Float32Array[];

  private constructor(fields: readonly Field[], size: number) {
    this.#size = size;
    this.#covered = fields.flatMap((field, at) => (field.coverage ? [at] : []));
    this.#information = this.#covered.map(() => new Float32Array(size));
  }

  /**
   * Creates an index and lets other work run in between.
   * @param documents Terms of each field, in the order of `fields`.
   */
  static async create(
    fields: readonly Field[],
    documents: readonly (readonly (readonly string[])[])[],
  ): Promise<FieldIndex> {
    const index = new FieldIndex(fields, documents.length);
    await index.#addAll(fields, documents);
    await index.#addInformation();
    return index;
  }

  async #addAll(
    fields: readonly Field[],
    documents: readonly (readonly (readonly string[])[])[],
  ): Promise<void> {
    const means = fields.map(
      (_, at) => documents.reduce((sum, terms) => sum + (terms[at]?.length ?? 0), 0) / this.#size,
    );
    let added = 0;
    for (const [document, texts] of documents.entries()) {
      const found = new Map<string, { frequency: number; fields: number }>();
      for (const [at, field] of fields.entries()) {
        const terms = texts[at] ?? [];
        const { lengthNormalisation: b } = field;
        const length = 1 - b + (b * terms.length) / (means[at] || 1);
        for (const term of terms) {
          const entry = found.get(term) ?? { frequency: 0, fields: 0 };
          entry.frequency += field.weight / length;
          entry.fields |= 1 << at;
          found.set(term, entry);
        }
      }
      for (const [term, { frequency, fields: bits }] of found) {
        const postings = this.#postings.get(term) ?? [];
        postings.push({ document, impact: frequency / (saturation + frequency), fields: bits });
        this.#postings.set(term, postings);
      }
      added += found.size;
      if (added < termsAtOnce) continue;
      added = 0;
      await nextTurn();
    }
  }

  async #addInformation(): Promise<void> {
    let added = 0;
    for (const postings of this.#postings.values()) {
      const rarity = this.#rarityOf(postings.length);
      for (const { document, fields: bits } of postings) {
        for (const [place, at] of this.#covered.entries()) {
          const sums = this.#information[place] as Float32Array;
          if (bits & (1 << at)) sums[document] = (sums[document] ?? 0) + rarity;
        }
      }
      added += postings.length;
      if (added < termsAtOnce) continue;
      added = 0;
      await nextTurn();
    }
  }

  score(query: readonly WeightedTerm[]): FieldScores {
    const bm25 = new Float32Array(this.#size);
    const coverage = this.#covered.map(() => new Float32Array(this.#size));
    let information = 0;
    for (const { term, weight } of query) {
      const postings = this.#postings.get(term);
      const rarity = this.#rarityOf(postings?.length ?? 0);
      information += weight * rarity * (postings ? 1 : unknownShare);
      for (const { document, impact, fields } of postings ?? []) {
        bm25[document] = (bm25[document] ?? 0) + weight * rarity * impact;
        for (const [place, at] of this.#covered.entries()) {
          const sums = coverage[place] as Float32Array;
          if (fields & (1 << at)) sums[document] = (sums[document] ?? 0) + rarity;
        }
      }
    }
    for (const [place, sums] of coverage.entries()) {
      const whole = this.#information[place] as Float32Array;
      for (let at = 0; at < sums.length; at += 1) {
        sums[at] = (sums[at] ?? 0) / ((whole[at] ?? 0) + coverageOffset);
      }
    }
    return { bm25, share: bm25.map((score) => score / (information || 1)), coverage };
  }

  #rarityOf(documents: number): number {
    const size = Math.max(this.#size, assumedDocuments);
    return Math.log(1 + (size - documents + 0.5) / (documents + 0.5));
  }
}
